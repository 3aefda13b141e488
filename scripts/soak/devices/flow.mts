import type { Chance } from '../../../test/support/chance.ts';

interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

const SITES = 4;
const DEVICES_A_SITE = 25;

export const sites = Array.from({ length: SITES }, (_, i) => `house-${i + 1}`);
export const DEVICES = SITES * DEVICES_A_SITE;

/** The payloads that the devices of a site are told at the press of a button. */
const told: Readonly<Record<string, object>> = {
  'need-60': { minutes: 60, readyBy: '07:00' },
  'need-180': { minutes: 180 },
  energy: { energyKwh: 2, powerKw: 2 },
  delivered: { deliveredKwh: 0.1 },
  on: { override: 'on', overrideUntil: 1 },
  off: { override: 'off', overrideUntil: 1 },
  auto: { override: 'auto' },
  refresh: { refresh: true },
};

/** A button of each payload in each house. */
export const buttons = sites.flatMap((site) => Object.keys(told).map((name) => `${site}-${name}`));

type Device = readonly [name: number, minutes: number];

/** The houses as somebody goes on editing them. */
export interface Houses {
  readonly flow: () => FlowNode[];
  /** Slugs below `window` as they are deployed now. */
  readonly slugs: () => { readonly site: string; readonly slug: string }[];
  /** Changes some devices of a house; now and then takes the house away. */
  edit(chance: Chance): void;
  /** Every house is there. */
  complete(): void;
}

/** Some houses of many devices at a broker: the first has live prices, the others replayed ones. */
export function housesAt(brokerUrl: string): Houses {
  const devices = new Map(sites.map((site) => [site, Array.from({ length: DEVICES_A_SITE }, (): Device => [0, 60])]));
  let away: string | undefined;
  const there = () => sites.filter((site) => site !== away);
  return {
    flow: () => there().flatMap((site) => house(site, brokerUrl, devices.get(site) ?? [])),
    slugs: () =>
      there().flatMap((site) =>
        (devices.get(site) ?? []).map(([names], i) => ({
          site,
          slug: nameOf(i, names).toLowerCase().replace(' ', '-'),
        })),
      ),
    edit(chance) {
      const site = chance.of(sites);
      away = away === undefined && chance.below(8) === 0 ? site : undefined;
      const list = devices.get(site) ?? [];
      for (let changes = 1 + chance.below(4); changes > 0; changes--) {
        const i = chance.below(list.length);
        const isRenamed = chance.below(3) === 0;
        list[i] = [((list[i]?.[0] ?? 0) + Number(isRenamed)) % 2, chance.of([30, 60, 90, 240])];
      }
    },
    complete() {
      away = undefined;
    },
  };
}

/** Another than what stands in its fields: Node-RED takes a value for a reference to the config node of that id. */
export const configOf = (site: string) => `${site}-site`;

const nameOf = (i: number, names: number) => `Device ${i + 1}${names === 0 ? '' : 'b'}`;

function house(site: string, brokerUrl: string, devices: readonly Device[]) {
  const tab = `${site}-tab`;
  const ids = devices.map((_, i) => `${site}-device-${i + 1}`);
  const isLive = site === sites[0];
  const common = { z: tab, config: configOf(site) };
  const nodes: FlowNode[] = [
    { id: tab, type: 'tab', label: site },
    {
      ...{ id: configOf(site), type: 'dayahead-config', name: site, site, discoveryPrefix: 'homeassistant' },
      ...{ broker: 'typed', brokerUrl, prices: isLive ? 'live' : 'replay' },
    },
    {
      ...{ id: `${site}-prices`, type: 'dayahead-price-series', name: 'Prices', ...common, publishAs: 'price' },
      ...(isLive
        ? { country: 'DE', consumption: { id: 'de-exchange-de-lu' } }
        : { country: 'DK', consumption: { id: 'dk-example-spot-dk2' } }),
      wires: [ids, []],
    },
    ...Object.entries(told).map(([name, payload]) => ({
      ...{ id: `${site}-${name}`, type: 'inject', z: tab, props: [{ p: 'payload' }] },
      ...{ payload: JSON.stringify(payload), payloadType: 'json', wires: [ids] },
    })),
    ...devices.map(([names, minutes], i) => ({
      ...{ id: ids[i] ?? '', type: 'dayahead-cheapest-window', name: nameOf(i, names), ...common },
      ...{ minutes: String(minutes), powerKw: '2', shape: i % 2 === 0 ? 'split' : 'contiguous' },
      ...(i % 3 === 0 && { readyBy: '07:00' }),
      wires: [[], []],
    })),
  ];
  return nodes;
}
