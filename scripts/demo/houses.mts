export interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

interface House {
  readonly city: string;
  readonly timeZone: string;
  /** Finds the network charge. */
  readonly postalCode?: string;
  /** Network charge of a country without a list of postal codes. */
  readonly grid?: { readonly companyId: string; readonly id: string };
  /** Ids of the example contracts, without the country. */
  readonly spot: string;
  readonly feedin: string;
}

const hourly = { spot: 'example-spot', feedin: 'example-spot-feedin' };
const quarterHourly = { ...hourly, spot: 'example-spot-15min' };

/** A house in each country with replayed prices, beside Copenhagen and Stuttgart of `examples/demo.json`. */
export const houses: Readonly<Record<string, House>> = {
  AT: { city: 'Vienna', timeZone: 'Europe/Vienna', postalCode: '1010', ...quarterHourly },
  BE: {
    city: 'Brussels',
    timeZone: 'Europe/Brussels',
    postalCode: '1000',
    spot: 'example-dynamic',
    feedin: 'example-injection',
  },
  CH: { city: 'Zurich', timeZone: 'Europe/Zurich', postalCode: '8001', ...hourly },
  CZ: { city: 'Prague', timeZone: 'Europe/Prague', postalCode: '110 00', ...hourly },
  FR: { city: 'Paris', timeZone: 'Europe/Paris', postalCode: '75001', ...hourly },
  HU: { city: 'Budapest', timeZone: 'Europe/Budapest', postalCode: '1011', ...hourly },
  NL: { city: 'Amsterdam', timeZone: 'Europe/Amsterdam', postalCode: '1012', ...quarterHourly },
  NO: {
    city: 'Kristiansand',
    timeZone: 'Europe/Oslo',
    grid: { companyId: 'no-glitre', id: 'no-glitre-grid' },
    ...{ spot: 'example-spot-no2', feedin: 'example-spot-feedin-no2' },
  },
  PL: { city: 'Warsaw', timeZone: 'Europe/Warsaw', grid: { companyId: 'pl-stoen', id: 'pl-stoen-g11' }, ...hourly },
  SE: {
    city: 'Stockholm',
    timeZone: 'Europe/Stockholm',
    postalCode: '111 20',
    spot: 'example-spot-se3',
    feedin: 'example-spot-feedin-se3',
  },
  SI: { city: 'Ljubljana', timeZone: 'Europe/Ljubljana', postalCode: '1000', ...hourly },
};

/** The country of this machine, by its time zone, else by its language; Germany where the demo has no house in it. */
export function visitorCountry(): string {
  const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions();
  const zones = Object.entries({ DK: { timeZone: 'Europe/Copenhagen' }, DE: { timeZone: 'Europe/Berlin' }, ...houses });
  const { region = '' } = new Intl.Locale(locale).maximize();
  const [there] = zones.find(([, house]) => house.timeZone === timeZone) ?? [];
  return there ?? (zones.some(([country]) => country === region) ? region : 'DE');
}

const TAB = 'demo-stuttgart';
const SITE = 'demo-site-stuttgart';

/** The demo with the house of `country` first. The house in Stuttgart moves to a country that has none of its own. */
export function housesFor(country: string, nodes: readonly FlowNode[]): FlowNode[] {
  const house = houses[country];
  const moved = house ? nodes.flatMap((node) => movedTo(country, house, node)) : nodes;
  // The first site is the one that a new node gets.
  const isFirst = ({ id, z }: FlowNode) => country !== 'DK' && (id === SITE || [id, z].includes(TAB));
  return [...moved.filter(isFirst), ...moved.filter((node) => !isFirst(node))];
}

function movedTo(country: string, house: House, node: FlowNode): FlowNode[] {
  const { city, postalCode = '', grid } = house;
  switch (node.id) {
    case TAB:
      return [{ ...node, label: city, info: REPLAY }];
    case SITE:
      return [{ ...node, name: city, site: city.toLowerCase() }];
    // It is about the network of Stuttgart.
    case 'demo-module-3':
      return [];
    case 'demo-de-prices':
      return [{ ...node, country }];
    case 'demo-de-contract': {
      const contract = contractIn(country);
      const network = grid ? { ...grid, name: grid.id, companyName: grid.companyId, type: 'static' } : null;
      return [
        {
          ...node,
          country,
          postalCode,
          consumption: contract(house.spot),
          feedin: contract(house.feedin),
          grid: network,
        },
      ];
    }
    default:
      return [node];
  }
}

const REPLAY =
  'A house on a spot contract. The prices are a replay of real auctions of 2025 and 2026, moved to today; the suppliers are example companies. Network charges and levies are the real ones.';

const contractIn = (country: string) => (id: string) => {
  const prefix = country.toLowerCase();
  return {
    id: `${prefix}-${id}`,
    name: id.includes('spot') ? `Example Spot ${country}` : 'Example Dynamic',
    companyId: `${prefix}-example-spot`,
    companyName: `Example Spot, ${new Intl.DisplayNames(['en'], { type: 'region' }).of(country)}`,
    type: 'dynamic',
  };
};
