import { expect, it } from 'vitest';
import type { KnownSeries } from '../../../src/messages/series.ts';
import { metaTopic } from '../../../src/mqtt/house/meta-topic.ts';
import { knownSeriesOf } from '../../support/feeds/known-series.ts';

const known = knownSeriesOf({
  country: 'DE',
  from: '2026-11-19T23:00:00Z',
  until: '2026-11-20T23:00:00Z',
  resolution: 3600,
  total: () => 0.3,
});
const series = {
  ...known,
  source: {
    ...known.source,
    attribution: [{ publisher: 'ENTSO-E', licence: 'CC BY 4.0', notice: 'Day-ahead prices' }],
  },
  missing: ['grid'] as const,
  warnings: ['grid-needs-postal-code'] as const,
  allowance: { requestsToday: 3, newToday: { dayahead: { limit: 5, remaining: 4 } }, tariffsLeft: 18 },
};

it('says how far the prices reach, and whose they are', () => {
  expect(JSON.parse(metaTopic([{ series }]).payload)).toEqual({
    updated_at: '2026-11-20T00:00:00+01:00',
    covers_until: '2026-11-21T00:00:00+01:00',
    next_poll: '2026-11-21T00:00:00+01:00',
    problem: 'OFF',
    reason: null,
    missing: ['grid'],
    warnings: ['grid-needs-postal-code'],
    allowance: { requests_today: 3, new_today: { dayahead: { limit: 5, remaining: 4 } }, tariffs_left: 18 },
    source: {
      ...{ kind: 'service', feed: null, fetched_at: '2026-11-20T00:00:00+01:00' },
      ...{ examples: [], proposed: [], expired: {}, doubtful: false, notes: [] },
    },
    forecast_accuracy: null,
    attribution: [{ publisher: 'ENTSO-E', licence: 'CC BY 4.0', notice: 'Day-ahead prices' }],
    schema: 1,
  });
});

// Promise P-242 internals/forecast: `forecast_accuracy` of `meta`
it('says how the forecasts of last month turned out, of several prices the worst', () => {
  const views = [0.02, 0.03].map((meanError) => ({
    series: { ...series, forecastAccuracy: { meanError, inside: 0.81, days: 30 } },
  }));
  expect(JSON.parse(metaTopic([...views, { series }]).payload)).toMatchObject({
    forecast_accuracy: { mean_error: 0.03, inside: 0.81, days: 30 },
  });
});

it('carries every key before anything is known', () => {
  expect(metaTopic([{ series: undefined, problem: 'no-connection' }])).toEqual({
    topic: 'meta',
    payload:
      '{"updated_at":null,"covers_until":null,"next_poll":null,"problem":"ON","reason":"no-connection",' +
      '"missing":[],"warnings":[],"allowance":null,"source":null,"forecast_accuracy":null,"attribution":[],"schema":1}',
  });
});

it('says when prices are asked for again of which none are known', () => {
  const nextTry = { at: Date.parse('2026-11-20T14:05:00+01:00') / 1000, timeZone: 'Europe/Berlin' };
  const view = { series: undefined, problem: 'source', nextTry };
  expect(JSON.parse(metaTopic([view, { series }]).payload)).toMatchObject({ next_poll: '2026-11-20T14:05:00+01:00' });
  expect(JSON.parse(metaTopic([{ ...view, series }]).payload)).toMatchObject({
    next_poll: '2026-11-21T00:00:00+01:00',
  });
});

it.each([
  [false, undefined, 'OFF', null],
  [true, undefined, 'ON', 'stale'],
  [true, 'unauthorised', 'ON', 'unauthorised'],
])('of prices that are stale: %s, with the problem %s, says %s and %s', (stale, problem, flag, reason) => {
  expect(JSON.parse(metaTopic([{ series: { ...series, stale }, problem }]).payload)).toMatchObject({
    problem: flag,
    reason,
  });
});

const second = {
  ...series,
  missing: ['vat'] as const,
  warnings: [],
  nextPoll: Date.parse('2026-11-20T14:05:00+01:00') / 1000,
  source: {
    ...series.source,
    attribution: [...series.source.attribution, { publisher: 'Energinet', licence: 'free', notice: 'Charges' }],
  },
};

it('speaks for all prices of the site: what any of them lacks, and the next time that one is asked for', () => {
  expect(JSON.parse(metaTopic([{ series }, { series: second }, { series: undefined }]).payload)).toMatchObject({
    missing: ['grid', 'vat'],
    warnings: ['grid-needs-postal-code'],
    next_poll: '2026-11-20T14:05:00+01:00',
    covers_until: '2026-11-21T00:00:00+01:00',
    attribution: [{ publisher: 'ENTSO-E' }, { publisher: 'Energinet' }],
  });
});

// Promise P-270 integrate/topics: `meta` is that of the worst of all price nodes
it.each([
  ['a price that is not known', [{ series, problem: 'network' }, { series: { ...second, stale: true } }], 'stale'],
  [
    'a price that never was',
    [
      { series, problem: 'network' },
      { series: undefined, problem: 'internal' },
    ],
    'internal',
  ],
  ['what cannot be renewed', [{ series }, { series: second, problem: 'network' }], 'network'],
])('tells of %s before everything else', (_, views, reason) => {
  expect(JSON.parse(metaTopic(views).payload)).toMatchObject({ problem: 'ON', reason });
});

const from = (kind: 'live' | 'replay' | 'own' | 'service', feed?: string) => ({
  series: { ...series, source: { ...series.source, kind, ...(feed && { feed }) } },
});

// Promise P-271 integrate/topics: `meta` names a replay before all other sources
it.each([
  ['live prices', [from('live', 'smard')], 'live', 'smard'],
  ['live prices beside a replay', [from('live', 'smard'), from('replay')], 'replay', null],
  ['what a service says beside live prices', [from('service'), from('live', 'omie')], 'live', 'omie'],
])('names the origin of %s', (_, views, kind, feed) => {
  expect(JSON.parse(metaTopic(views).payload).source).toMatchObject({ kind, feed });
});

it('shows the marks of all prices, as codes and in words', () => {
  const marked = (marks: Partial<KnownSeries['source']>) => ({
    series: { ...series, source: { ...series.source, ...marks } },
  });
  const views = [
    marked({ kind: 'live', feed: 'pse', examples: ['grid'] }),
    marked({ expired: { fees: '2026-12-31' }, doubtful: true }),
  ];
  expect(JSON.parse(metaTopic(views).payload)).toMatchObject({
    problem: 'OFF',
    source: {
      kind: 'live',
      feed: 'pse',
      examples: ['grid'],
      proposed: [],
      expired: { fees: '2026-12-31' },
      doubtful: true,
      notes: ['network charge: example value', 'levies for 2026; 2027 not yet published', 'prices doubtful'],
    },
  });
});
