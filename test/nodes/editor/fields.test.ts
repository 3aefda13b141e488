import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import config from '../../../nodes/config.ts';
import { carSettings } from '../../../src/messages/battery/car.ts';
import { batterySettings } from '../../../src/messages/battery/settings.ts';
import { readSettings } from '../../../src/messages/demand/demand.ts';
import { powerSettings } from '../../../src/messages/power/power.ts';
import { configuredSelection } from '../../../src/messages/selection.ts';
import { switchCommand } from '../../../src/runtime/device/switch-command.ts';
import { readPriceSettings } from '../../../src/runtime/prices/settings.ts';
import { siteSettings } from '../../../src/runtime/site-settings.ts';
import { fakeRed } from '../../support/node-red/fake-red.ts';
import { REFERENCE, shippedTexts } from '../../support/texts.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a dialog registers with the editor. */
interface Definition {
  readonly defaults: Readonly<Record<string, { readonly value: unknown }>>;
  readonly credentials?: object;
  readonly outputs?: number;
  readonly inputs?: number;
  readonly inputLabels?: () => string;
  readonly outputLabels?: (output: number) => string;
}

type Reader = (saved: Fields) => unknown;

interface Kind {
  readonly name: string;
  readonly dialog: () => Promise<unknown>;
  /** All that reads what the dialog has saved, each with the fields that a new node has to be given first. */
  readonly readers: readonly (readonly [read: Reader, needed?: Fields])[];
  /** Fields without an input of their own: the dialog's script keeps them. */
  readonly scripted?: readonly string[];
  /** Fields that a reader knows and no dialog offers: a message alone has them. */
  readonly unoffered?: readonly string[];
  /** The settings of a new node that are not those of empty fields. */
  readonly chosen?: Fields;
  readonly outputs: number;
}

const picked = ['country', 'postalCode', 'consumption', 'feedin', 'grid', 'version'];

const kinds: readonly Kind[] = [
  {
    name: 'cheapest-window',
    dialog: () => import('../../../nodes/editor/device/cheapest-window.ts'),
    readers: [[readSettings], [switchCommand, { commandTopic: 'cmnd/boiler' }], [({ onFailure }) => ({ onFailure })]],
    scripted: ['profile'],
    unoffered: ['soc', 'enabled'],
    chosen: {
      ...{ minutes: 120, shape: 'contiguous', direction: 'cheapest', prefer: 'earliest', maxPriceRule: 'interval' },
      ...{ whenUnknown: 'estimate', onFailure: 'run' },
    },
    outputs: 2,
  },
  {
    name: 'battery',
    dialog: () => import('../../../nodes/editor/power/battery.ts'),
    readers: [
      [batterySettings, { capacityKwh: 10, chargeKw: 5, dischargeKw: 4 }],
      [carSettings, { kind: 'car', capacityKwh: 60 }],
    ],
    chosen: { reserveSoc: 10, efficiency: 90, wearPerKwh: 0.03 },
    outputs: 2,
  },
  {
    name: 'forecast',
    dialog: () => import('../../../nodes/editor/power/forecast.ts'),
    readers: [[powerSettings]],
    outputs: 1,
  },
  {
    name: 'price-series',
    dialog: () => import('../../../nodes/editor/picker/price-series.ts'),
    readers: [[(saved) => readPriceSettings(saved, { resolution: 900 })], [configuredSelection]],
    scripted: picked,
    outputs: 2,
  },
  {
    name: 'tariff-select',
    dialog: () => import('../../../nodes/editor/picker/tariff-select.ts'),
    readers: [[configuredSelection]],
    scripted: picked,
    outputs: 1,
  },
  {
    name: 'config',
    dialog: () => import('../../../nodes/editor/config/config.ts'),
    readers: [[(saved) => siteSettings(saved, {}), { id: 'c1', peak: 'typed', peakAmounts: '4.50' }]],
    scripted: ['billFacts', 'contracts', 'household'],
    unoffered: ['id'],
    chosen: { name: 'home', site: 'home', root: 'dayahead/home' },
    outputs: 0,
  },
];

const registered = new Map<string, Definition>();

beforeAll(async () => {
  const registerType = (type: string, definition: Definition) => void registered.set(type, definition);
  vi.stubGlobal('RED', { nodes: { registerType }, _: (key: string) => key, i18n: { lang: () => 'en-US' } });
  vi.stubGlobal('$', () => ({ val: () => undefined }));
  for (const { dialog } of kinds) await dialog();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** The fields that `read` asks for, even where it refuses them all. */
function fieldsRead(read: Reader): string[] {
  const asked = new Set<string>();
  const saved = new Proxy<Fields>({}, { get: (_, name) => void asked.add(String(name)) });
  try {
    read(saved);
  } catch {
    // A field that must be there has been asked for all the same.
  }
  return [...asked];
}

function refusal(read: Reader, saved: Fields): string {
  try {
    read(saved);
    return '';
  } catch (error) {
    return String(error);
  }
}

/** The fields of the configuration that a node file looks at itself. */
const fieldsOfNode = (name: string): string[] =>
  [...readFileSync(`nodes/${name}.ts`, 'utf8').matchAll(/\bdef\.(\w+)/g)].map(([, field = '']) => field);

describe.each(kinds)('the dialog of $name', (kind) => {
  const { name, readers, scripted = [], unoffered = [], chosen = {}, outputs } = kind;
  const html = readFileSync(`nodes/${name}.html`, 'utf8');
  const inputs = [...html.matchAll(/id="node-(?:config-)?input-(\w+)"/g)].map(([, field = '']) => field);
  const definition = () => registered.get(`dayahead-${name}`) as Definition;
  const saved = () =>
    Object.fromEntries(Object.entries(definition().defaults).map(([field, { value }]) => [field, value]));

  it('saves just the fields that it has an input for, or a list', () => {
    const { defaults, credentials = {} } = definition();
    const kept = [...Object.keys(defaults), ...Object.keys(credentials)].filter((field) => field !== 'schema');
    expect(kept.sort()).toEqual([...new Set([...inputs, ...scripted])].sort());
  });

  it('saves every field that its node reads', () => {
    const read = [...readers.flatMap(([reader]) => fieldsRead(reader)), ...fieldsOfNode(name), 'name', 'schema'];
    const known = [...Object.keys(definition().defaults), ...unoffered];
    expect(read.length).toBeGreaterThan(3);
    expect(read.filter((field) => !known.includes(field))).toEqual([]);
  });

  it('sets a new node to what empty fields mean, apart from a few', () => {
    for (const [read, needed = {}] of readers) {
      const [fresh, empty] = [{ ...saved(), ...needed }, { ...needed }].map(read) as [object?, object?];
      const differing = Object.entries(fresh ?? {}).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(empty ?? {}, field)),
      );
      for (const [field, value] of differing) expect([field, value]).toEqual([field, chosen[field]]);
      expect(Object.keys(empty ?? {}).filter((field) => !(field in (fresh ?? {})))).toEqual([]);
    }
  });

  it('labels each field with its own words', () => {
    const labels = [
      ...html.matchAll(/<label for="node-(?:config-)?input-(\w+)"[^>]*>\s*<i[^>]*><\/i> <span data-i18n="([\w.-]+)"/g),
    ];
    const other: Fields = { rejectUnauthorized: 'encryption', tls: 'certificates' };
    const own = labels.map(([, field = '']) => `${name}.label.${other[field] ?? field}`);
    expect(labels.length).toBeGreaterThan(1);
    expect(labels.map(([, , key]) => key)).toEqual(own);
  });

  it('offers in each list what its node takes, by its own words', () => {
    const other: Readonly<Record<string, string>> = { '1+3': 'both' };
    for (const [, field = '', list = ''] of html.matchAll(
      /<select id="node-(?:config-)?input-(\w+)"[^>]*>(.*?)<\/select>/gs,
    )) {
      for (const [, value = '', key] of list.matchAll(/<option value="([^"]*)"(?: data-i18n="([\w.-]+)")?/g)) {
        if (key && value !== '') expect(key).toBe(`${name}.${field}.${other[value] ?? value}`);
        for (const [read, needed = {}] of readers.filter(([reader]) => fieldsRead(reader).includes(field)))
          expect(refusal(read, { [field]: value, ...needed })).not.toContain(`${field}:`);
      }
    }
  });

  it('has its ports, each with a label of its own', () => {
    const { outputs: count = 0, inputs: entries = 0, inputLabels, outputLabels } = definition();
    expect([entries, count]).toEqual([outputs > 0 ? 1 : 0, outputs]);
    const labels = [
      ...(inputLabels ? [inputLabels()] : []),
      ...Array.from({ length: count }, (_, i) => outputLabels?.(i)),
    ];
    expect(labels).toHaveLength(entries + count);
    expect(new Set(labels).size).toBe(labels.length);
    const texts = shippedTexts(REFERENCE);
    const keys = labels.map((label = '') => label.replace('@dayahead/node-red-tariffs/dayahead-', ''));
    expect(keys.filter((key) => !texts.has(key))).toEqual([]);
  });
});

it('every node that is dropped is given a site, or a price node the country of the user', () => {
  const given = [...registered].filter(([, definition]) => 'onadd' in definition).map(([type]) => type);
  expect(given.sort()).toEqual(kinds.flatMap(({ name }) => (name === 'config' ? [] : [`dayahead-${name}`])).sort());
});

it('the secrets of a site are the same ones in its dialog and on the server', () => {
  const red = fakeRed();
  red.load(config);
  const { credentials, settings } = red.optionsOf('dayahead-config') as Definition & { settings: object };
  expect(credentials).toEqual(registered.get('dayahead-config')?.credentials);
  const dialogs = ['config/choices.ts', 'common/words.ts', 'config/config.ts', 'config/page-address.ts'].map((file) =>
    readFileSync(`nodes/editor/${file}`, 'utf8'),
  );
  expect(Object.keys(settings).filter((setting) => !dialogs.join().includes(setting))).toEqual([]);
});
