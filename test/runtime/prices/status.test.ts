import { expect, it } from 'vitest';
import { NetworkError } from '../../../src/client/errors.ts';
import type { ComponentName } from '../../../src/core/components.ts';
import type { CurrentPrice, Warning } from '../../../src/messages/series.ts';
import type { KnownPrices } from '../../../src/runtime/prices/from-answer.ts';
import type { SeriesState } from '../../../src/runtime/prices/price-series.ts';
import { priceStatus } from '../../../src/runtime/prices/status.ts';
import { SourceError } from '../../../src/runtime/problems.ts';
import { knownSeriesOf } from '../../support/feeds/known-series.ts';

const [from, until] = ['2026-01-15T08:00:00Z', '2026-01-15T09:00:00Z'];
const series = knownSeriesOf({ country: 'DE', from, until, resolution: 3600, total: () => 0.256 });
const now: CurrentPrice = {
  now: 0.256,
  next: null,
  start: Date.parse(from) / 1000,
  end: Date.parse(until) / 1000,
  rank: 1,
  slots: 1,
  level: 'CHEAP',
  min: 0.256,
  max: 0.256,
  average: 0.256,
  currency: 'EUR',
  unit: 'EUR/kWh',
  timeZone: 'Europe/Berlin',
};
const fresh: KnownPrices = { series, now };
const lacking = (missing: ComponentName[], ...warnings: Warning[]): KnownPrices => ({
  series: { ...series, missing, ...(warnings.length > 0 && { warnings }) },
  now,
});
const allowance = { requestsToday: 3, newToday: {} };
const testing = (left: object): KnownPrices => ({ series: { ...series, allowance: { ...allowance, ...left } }, now });
const cameFrom = (kind: 'replay' | 'live' | 'own' | 'external'): KnownPrices => ({
  series: { ...series, source: { kind, fetchedAt: 0, attribution: [] } },
  now,
});
const stale: KnownPrices = { series };
const failing = new SourceError({ code: 'source-failed', values: { source: 'energy-charts', next: '14:05' } }, 'x');
const network = new NetworkError({ url: 'https://x.example' }, 'no route');

// Promise P-495 operate/reactions: the status is yellow where a public source of live prices has none
it.each<[string, Partial<SeriesState>, string, string, string]>([
  ['nothing yet', {}, 'grey', 'ring', 'status.waiting'],
  ['nothing, and why', { problem: network }, 'red', 'dot', 'fault.network'],
  ['nothing, for a reason of our own', { problem: new Error('x') }, 'red', 'dot', 'fault.internal'],
  ['fresh prices', { prices: fresh }, 'green', 'dot', '25.6 ct · level.CHEAP'],
  ['those of the demo', { prices: fresh, demo: true }, 'green', 'dot', '25.6 ct · level.CHEAP · status.demo'],
  ['a replay', { prices: cameFrom('replay') }, 'green', 'dot', '25.6 ct · level.CHEAP · origin.replay'],
  ['live prices', { prices: cameFrom('live') }, 'green', 'dot', '25.6 ct · level.CHEAP · origin.live'],
  ['prices of a message', { prices: cameFrom('external') }, 'green', 'dot', '25.6 ct · level.CHEAP · origin.external'],
  ['own prices', { prices: cameFrom('own') }, 'green', 'dot', '25.6 ct · level.CHEAP · origin.own'],
  [
    'prices that lack something',
    { prices: lacking(['grid', 'vat']) },
    'yellow',
    'dot',
    '25.6 ct · missing.grid, missing.vat',
  ],
  [
    'what would complete them',
    { prices: lacking(['grid'], 'grid-needs-postal-code', 'fees-need-postal-code') },
    'yellow',
    'dot',
    '25.6 ct · missing.grid: warning.grid-needs-postal-code',
  ],
  [
    'what may be missing unseen',
    { prices: lacking([], 'fees-need-postal-code') },
    'yellow',
    'dot',
    '25.6 ct · warning.fees-need-postal-code',
  ],
  [
    'what a testing token has asked and has left',
    { prices: testing({ tariffsLeft: 18 }) },
    'green',
    'dot',
    '25.6 ct · level.CHEAP · status.testing 3 status.requests, left.tariffs 18',
  ],
  [
    'what it has asked where nothing is known to be left',
    { prices: testing({}) },
    'green',
    'dot',
    '25.6 ct · level.CHEAP · status.testing 3 status.requests',
  ],
  [
    'those that no source can renew',
    { prices: cameFrom('live'), problem: failing },
    'yellow',
    'dot',
    '25.6 ct · fault.renewal-failed · origin.live',
  ],
  ['nothing, of a source that fails', { problem: failing }, 'yellow', 'dot', 'fault.source-failed'],
  [
    'stale prices that no source can renew',
    { prices: stale, problem: failing },
    'yellow',
    'dot',
    'fault.source-failed',
  ],
  ['prices that cannot be renewed', { prices: fresh, problem: network }, 'yellow', 'dot', '25.6 ct · fault.network'],
  ['prices that have run out', { prices: stale }, 'red', 'dot', 'status.stale'],
  ['the same, and why', { prices: stale, problem: network }, 'red', 'dot', 'fault.network'],
  ['a name in use', { prices: fresh, conflict: 'Prices' }, 'red', 'dot', 'status.conflict Prices'],
  [
    'what is wrong beside a name in use',
    { problem: network, conflict: 'Prices' },
    'red',
    'dot',
    'fault.network; status.conflict Prices',
  ],
])('shows %s', (_, state, fill, shape, text) => {
  const whole = { prices: undefined, problem: undefined, demo: false, conflict: undefined, ...state };
  const shown = priceStatus(
    whole,
    (key, { n } = {}) => (n === undefined ? key : `${key} ${n}`),
    (code) => `fault.${code}`,
  );
  expect(shown).toEqual({ fill, shape, text });
});
