import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { membersOf } from '../../../nodes/adapter/overview.ts';
import battery from '../../../nodes/battery.ts';
import cheapestWindow from '../../../nodes/cheapest-window.ts';
import forecast from '../../../nodes/forecast.ts';
import priceSeries from '../../../nodes/price-series.ts';
import tariffSelect from '../../../nodes/tariff-select.ts';
import type { Keeping } from '../../../src/runtime/store.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeNode, fakeRed } from '../../support/node-red/fake-red.ts';

/** What a node hands to the runtime when it opens, and what the runtime has been asked since. */
interface Opened {
  readonly options: Readonly<Record<string, unknown>>;
  readonly asked: unknown[][];
}

const { opened, openerOf, chosen } = vi.hoisted(() => {
  const chosen = { country: 'DK', consumption: { id: 'dk-example-fixed' } };
  const opened: Opened[] = [];
  const openerOf = () => async (options: Opened['options']) => {
    const asked: unknown[][] = [];
    const record =
      (name: string, answer?: unknown) =>
      (...values: unknown[]) => {
        asked.push([name, ...values]);
        return answer;
      };
    opened.push({ options, asked });
    return {
      input: record('input', undefined),
      again: record('again'),
      latest: () => chosen,
      close: record('close', Promise.resolve()),
      stop: record('close', Promise.resolve()),
    };
  };
  return { opened, openerOf, chosen };
});
vi.mock('../../../src/runtime/device/open-device.ts', () => ({ openDevice: openerOf() }));
vi.mock('../../../src/runtime/battery/open-battery.ts', () => ({ openBattery: openerOf() }));
vi.mock('../../../src/runtime/power/open-power-source.ts', () => ({ openPowerSource: openerOf() }));
vi.mock('../../../src/runtime/prices/price-series.ts', () => ({ openPriceSeries: openerOf() }));
vi.mock('../../../src/runtime/prices/chosen-tariff.ts', () => ({ openChosenTariff: openerOf() }));

/** On a busy machine a module takes a while to load. */
const soon = (check: () => void) => eventually(check);

const SITE = { contextStore: 'disk' };
const settings = { userDir: '/user', contextStorage: { disk: { module: 'localfilesystem' } } };

interface Kind {
  readonly type: string;
  readonly load: typeof battery;
  /** The file and the interface of the options that the runtime takes. */
  readonly options: readonly [file: string, name: string];
  /** The places that it keeps something in, by the names of their options: the end of each file's name. */
  readonly places: Readonly<Record<string, string>>;
  /** The fields of `def` that the node cannot do without. */
  readonly fields?: object;
}

const kinds: readonly Kind[] = [
  {
    type: 'dayahead-cheapest-window',
    load: cheapestWindow,
    options: ['src/runtime/device/open-device.ts', 'DeviceOptions'],
    places: { keeping: 'n1.json', accounts: 'n1-account.json' },
    fields: { minutes: '60' },
  },
  {
    type: 'dayahead-battery',
    load: battery,
    options: ['src/runtime/battery/open-battery.ts', 'BatteryOptions'],
    places: { keeping: 'n1.json' },
  },
  {
    type: 'dayahead-forecast',
    load: forecast,
    options: ['src/runtime/power/open-power-source.ts', 'PowerSourceOptions'],
    places: { keeping: 'n1.json' },
  },
  {
    type: 'dayahead-price-series',
    load: priceSeries,
    options: ['src/runtime/prices/price-series.ts', 'PriceSeriesOptions'],
    places: { keeping: 'n1.json', past: 'n1-past.json' },
    fields: { publishAs: 'price-house' },
  },
  {
    type: 'dayahead-tariff-select',
    load: tariffSelect,
    options: ['src/runtime/prices/chosen-tariff.ts', 'ChosenTariffOptions'],
    places: { keeping: 'n1.json' },
  },
];

beforeEach(() => {
  opened.length = 0;
});

/** A node of a site, behind a price node in Finland, with what it has opened once the flows run. */
async function running({ type, load, fields }: Kind, store = '') {
  const red = fakeRed(settings);
  red.load(load);
  red.provide('site', { site: Promise.resolve({ ...SITE, contextStore: store }) });
  red.place({ id: 'p0', type: 'dayahead-price-series', country: 'FI', wires: [['n1']] });
  const node = red.create({ id: 'n1', type, name: 'Boiler', config: 'site', schema: 1, prices: '', ...fields });
  expect(opened).toEqual([]);
  red.started();
  await soon(() => expect(opened).toHaveLength(1));
  const [{ options, asked } = { options: {}, asked: [] }] = opened;
  return { red, node, options, asked };
}

/** The members of an interface, in the order of their names. */
function membersOfInterface([file, name]: Kind['options']): string[] {
  const [, body = ''] = new RegExp(`interface ${name} \\{\\n(.*?)\\n\\}`, 's').exec(readFileSync(file, 'utf8')) ?? [];
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, member = '']) => member).sort();
}

describe.each(kinds)('$type', (kind) => {
  it('hands over everything that the runtime takes', async () => {
    const { options } = await running(kind);
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    expect(given.map(([option]) => option).sort()).toEqual(membersOfInterface(kind.options));
  });

  it('keeps each part in a place of its own, where its site says', async () => {
    const { options } = await running(kind);
    const files = Object.keys(kind.places).map((option) => [option, (options[option] as Keeping).file]);
    expect(files).toEqual(Object.entries(kind.places).map(([option, end]) => [option, `/user/dayahead/${end}`]));
    opened.length = 0;
    const stored = await running(kind, 'disk');
    for (const option of Object.keys(kind.places))
      expect((stored.options[option] as Keeping).context?.name).toBe('context store disk');
  });

  it('opens when the flows run, once, and closes with its node for good or for a deployment', async () => {
    const { red, node, asked } = await running(kind);
    red.started({ changed: ['another'] });
    expect(opened).toHaveLength(1);
    await node.close(true);
    expect(asked.at(-1)).toEqual(['close', { removed: true }]);
    opened.length = 0;
    const again = await running(kind);
    await again.node.close(false);
    expect(again.asked.at(-1)).toEqual(['close', { removed: false }]);
  });

  it('hands over what its dialog has saved', async () => {
    const { options } = await running(kind);
    expect(options.config).toMatchObject({ name: 'Boiler', config: 'site', ...kind.fields });
  });

  it('hands over its inputs', async () => {
    const { node, asked } = await running(kind);
    await node.input({ payload: { refresh: true }, topic: 'house' });
    expect(asked.filter(([what]) => what === 'input').map(([, payload]) => payload)).toEqual([{ refresh: true }]);
  });
});

const kindOf = (type: string) => kinds.find((kind) => kind.type === `dayahead-${type}`) as Kind;
const owner = { id: 'n1', name: 'Boiler' };

it.each<[string, string]>([
  ['cheapest-window', 'onError'],
  ['battery', 'onError'],
])('%s shows and logs what went wrong', async (type, callback) => {
  const { node, options } = await running(kindOf(type));
  (options[callback] as (error: Error) => void)(new Error('the disk is full'));
  await soon(() => expect(node.statuses.at(-1)?.fill).toBe('red'));
  expect(node.logged).toEqual(['error: the disk is full']);
});

it.each<[string, string]>([
  ['forecast', 'onError'],
  ['price-series', 'onTrouble'],
  ['tariff-select', 'onProblem'],
])('%s warns of what went wrong', async (type, callback) => {
  const { node, options } = await running(kindOf(type));
  (options[callback] as (error: Error) => void)(new Error('the disk is full'));
  expect(node.logged).toEqual(['warn: the disk is full']);
});

describe('in the overview', () => {
  const taken = { conflict: 'Other' };
  it.each<[string, string, unknown, object]>([
    ['cheapest-window', 'onState', taken, { kind: 'device', prices: ['p0'] }],
    ['battery', 'onState', taken, { kind: 'battery', prices: ['p0'] }],
    ['price-series', 'onUpdate', { state: taken }, { kind: 'prices', publishAs: 'price-house' }],
  ])('%s stands with its site, and later with its state', async (type, callback, news, member) => {
    const { red, node, options } = await running(kindOf(type));
    expect(membersOf(red.RED)).toEqual([{ ...owner, site: 'site', ...member }]);
    (options[callback] as (news: unknown) => void)(news);
    expect(membersOf(red.RED)).toEqual([{ ...owner, site: 'site', ...member, state: taken }]);
    expect(node.statuses.at(-1)?.fill).toBe('red');
  });

  it('a source of power has its state at its node alone', async () => {
    const { node, options } = await running(kindOf('forecast'));
    (options.onState as (report: object) => void)({ kind: 'production', now: null, kw: [] });
    expect(node.statuses.at(-1)?.fill).toBe('grey');
  });
});

it.each(['cheapest-window', 'battery', 'price-series'])('%s publishes under its name', async (type) => {
  expect((await running(kindOf(type))).options.owner).toEqual(owner);
});

it('forecast is known by its id', async () => {
  expect((await running(kindOf('forecast'))).options.nodeId).toBe('n1');
});

it('cheapest-window knows the countries that its prices may come from', async () => {
  expect((await running(kindOf('cheapest-window'))).options.countries).toEqual(['FI']);
});

describe('what a node sends of its own', () => {
  const sentBy = ({ sent }: FakeNode) => sent.at(-1);

  it('is the switch and the plan of cheapest-window, each where there is news of it', async () => {
    const { node, options } = await running({
      ...kindOf('cheapest-window'),
      fields: { payloadOn: 'ON', payloadOnType: 'str' },
    });
    const plan = { timeZone: 'Europe/Berlin', runs: [], start: null, end: null, next: null };
    const news = { switch: { on: true, reason: 'planned', until: null, price: 0.1 }, plan };
    (options.onNews as (news: unknown) => void)({ ...news, tell: { switch: true, plan: false } });
    const told = { topic: 'Boiler', payload: 'ON', reason: 'planned', until: null, price: 0.1 };
    expect(sentBy(node)).toEqual([told, null]);
    (options.onNews as (news: unknown) => void)({ ...news, tell: { switch: false, plan: true } });
    const { timeZone: _, ...payload } = plan;
    expect(sentBy(node)).toEqual([null, { topic: 'Boiler', payload }]);
  });

  it('is the price now of price-series, under the topic of its selection', async () => {
    const { node, options } = await running(kindOf('price-series'));
    const now = { timeZone: 'Europe/Berlin', start: 1_767_225_600, end: 1_767_226_500, now: 0.1 };
    (options.onUpdate as (update: object) => void)({ topic: 'house', news: { now } });
    const payload = { start: '2026-01-01T01:00:00+01:00', end: '2026-01-01T01:15:00+01:00', now: 0.1 };
    expect(sentBy(node)).toEqual([null, { topic: 'house', payload }]);
  });
});

describe.each(['added', 'changed', 'rewired'] as const)('after a deployment in which a node was %s', (change) => {
  it('tariff-select sends its selection once more, and price-series its prices', async () => {
    const { red, node } = await running(kindOf('tariff-select'));
    await soon(() => expect(node.sent).toHaveLength(1));
    red.started({ [change]: ['n2'] });
    await soon(() =>
      expect(node.sent).toEqual([[{ topic: 'Boiler', payload: chosen }], [{ topic: 'Boiler', payload: chosen }]]),
    );
    opened.length = 0;
    const prices = await running(kindOf('price-series'));
    prices.red.started({ [change]: ['n2'] });
    await soon(() => expect(prices.asked).toEqual([['again']]));
  });
});

it('after a deployment that only removed a node nothing is sent again', async () => {
  const { red, asked } = await running(kindOf('price-series'));
  red.started({ added: [], changed: [], rewired: [], removed: ['n2'] });
  red.started({ rewired: ['n2'] });
  await soon(() => expect(asked).not.toEqual([]));
  expect(asked).toEqual([['again']]);
});
