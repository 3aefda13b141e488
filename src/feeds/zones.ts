import { latestInterval } from '../core/market/auction.ts';
import { type CountryCode, markets } from '../core/markets.ts';

/** A bidding zone, under the names that publishers have for it. */
interface ZoneFacts {
  readonly countries: readonly [CountryCode, ...CountryCode[]];
  /** Its Energy Identification Code. */
  readonly eic: string;
  readonly energyCharts?: string;
  /** Whether Energy-Charts passes its prices on under an open licence. */
  readonly open?: boolean;
  /** The number of its series at SMARD. */
  readonly smard?: number;
  /** The region that SMARD files the series under: `DE` for every market but its own two. */
  readonly smardRegion?: string;
  readonly energiData?: string;
  readonly nordPool?: string;
}

/** The bidding zones of the countries that the service prices. */
export const zoneFacts: Readonly<Record<string, ZoneFacts>> = {
  AT: { countries: ['AT'], eic: '10YAT-APG------L', energyCharts: 'AT', open: true, smard: 4170, smardRegion: 'AT' },
  BE: { countries: ['BE'], eic: '10YBE----------2', energyCharts: 'BE', open: true, smard: 4996 },
  BG: { countries: ['BG'], eic: '10YCA-BULGARIA-R', energyCharts: 'BG' },
  CH: { countries: ['CH'], eic: '10YCH-SWISSGRIDZ', energyCharts: 'CH', open: true, smard: 259 },
  CZ: { countries: ['CZ'], eic: '10YCZ-CEPS-----N', energyCharts: 'CZ', open: true, smard: 261 },
  'DE-LU': {
    countries: ['DE', 'LU'],
    eic: '10Y1001A1001A82H',
    energyCharts: 'DE-LU',
    open: true,
    smard: 4169,
    smardRegion: 'DE-LU',
    energiData: 'DE',
    nordPool: 'GER',
  },
  DK1: { countries: ['DK'], eic: '10YDK-1--------W', energyCharts: 'DK1', open: true, smard: 252, energiData: 'DK1' },
  DK2: { countries: ['DK'], eic: '10YDK-2--------M', energyCharts: 'DK2', open: true, smard: 253, energiData: 'DK2' },
  EE: { countries: ['EE'], eic: '10Y1001A1001A39I', energyCharts: 'EE' },
  ES: { countries: ['ES'], eic: '10YES-REE------0', energyCharts: 'ES' },
  FI: { countries: ['FI'], eic: '10YFI-1--------U', energyCharts: 'FI' },
  FR: { countries: ['FR', 'MC'], eic: '10YFR-RTE------C', energyCharts: 'FR', open: true, smard: 254 },
  GR: { countries: ['GR'], eic: '10YGR-HTSO-----Y', energyCharts: 'GR' },
  HR: { countries: ['HR'], eic: '10YHR-HEP------M', energyCharts: 'HR' },
  HU: { countries: ['HU'], eic: '10YHU-MAVIR----U', energyCharts: 'HU', open: true, smard: 262 },
  'IE-SEM': { countries: ['IE'], eic: '10Y1001A1001A59C' },
  'IT-NORTH': { countries: ['IT'], eic: '10Y1001A1001A73I', energyCharts: 'IT-North', open: true, smard: 255 },
  'IT-CNORTH': { countries: ['IT'], eic: '10Y1001A1001A70O', energyCharts: 'IT-Centre-North' },
  'IT-CSOUTH': { countries: ['IT'], eic: '10Y1001A1001A71M', energyCharts: 'IT-Centre-South' },
  'IT-SOUTH': { countries: ['IT'], eic: '10Y1001A1001A788', energyCharts: 'IT-South' },
  'IT-CALABRIA': { countries: ['IT'], eic: '10Y1001C--00096J', energyCharts: 'IT-Calabria' },
  'IT-SICILY': { countries: ['IT'], eic: '10Y1001A1001A75E', energyCharts: 'IT-Sicily' },
  'IT-SARDINIA': { countries: ['IT'], eic: '10Y1001A1001A74G', energyCharts: 'IT-Sardinia' },
  LT: { countries: ['LT'], eic: '10YLT-1001A0008Q', energyCharts: 'LT' },
  LV: { countries: ['LV'], eic: '10YLV-1001A00074', energyCharts: 'LV' },
  NL: { countries: ['NL'], eic: '10YNL----------L', energyCharts: 'NL', open: true, smard: 256 },
  NO1: { countries: ['NO'], eic: '10YNO-1--------2', energyCharts: 'NO1' },
  NO2: { countries: ['NO'], eic: '10YNO-2--------T', energyCharts: 'NO2', open: true, smard: 4997, energiData: 'NO2' },
  NO3: { countries: ['NO'], eic: '10YNO-3--------J', energyCharts: 'NO3' },
  NO4: { countries: ['NO'], eic: '10YNO-4--------9', energyCharts: 'NO4' },
  NO5: { countries: ['NO'], eic: '10Y1001A1001A48H', energyCharts: 'NO5' },
  PL: { countries: ['PL'], eic: '10YPL-AREA-----S', energyCharts: 'PL', open: true, smard: 257 },
  PT: { countries: ['PT'], eic: '10YPT-REN------W', energyCharts: 'PT' },
  RO: { countries: ['RO'], eic: '10YRO-TEL------P', energyCharts: 'RO', nordPool: 'TEL' },
  SE1: { countries: ['SE'], eic: '10Y1001A1001A44P', energyCharts: 'SE1' },
  SE2: { countries: ['SE'], eic: '10Y1001A1001A45N', energyCharts: 'SE2' },
  SE3: { countries: ['SE'], eic: '10Y1001A1001A46L', energyCharts: 'SE3', energiData: 'SE3' },
  SE4: { countries: ['SE'], eic: '10Y1001A1001A47J', energyCharts: 'SE4', open: true, energiData: 'SE4' },
  SI: { countries: ['SI'], eic: '10YSI-ELES-----O', energyCharts: 'SI', open: true, smard: 260 },
  SK: { countries: ['SK'], eic: '10YSK-SEPS-----K', energyCharts: 'SK' },
};

/** Regions of Great Britain by the letters of their distributors. There is no `I` and no `O`. */
export const britishRegions: readonly string[] = [...'ABCDEFGHJKLMNP'].map((letter) => `GB-${letter}`);

/** Series of prices that are no exchange's: a regulator or a supplier publishes them by the interval. */
const publishedSeries: Readonly<Record<string, CountryCode>> = {
  PVPC: 'ES',
  'CH-CKW': 'CH',
  'CH-EKZ': 'CH',
  'CH-GROUPE-E': 'CH',
};

/** A price that is published for each day of a zone of a country, as a contract at that price would name it. */
interface TradedPrice {
  readonly country: CountryCode;
  readonly company: string;
  readonly name: string;
  readonly zone: string;
  /** Seconds that one price holds. */
  readonly settlement: 900 | 1800 | 3600;
  /** The region where it is sold as a price of energy, network and levies together. */
  readonly region?: string;
}

/** The price of every zone: of the exchange, and in Great Britain what Agile Octopus makes of it. */
export const tradedPrices: readonly TradedPrice[] = [
  ...Object.entries(zoneFacts).flatMap(([zone, { countries }]) =>
    countries.map((country) => ({
      ...{ country, company: 'Exchange price', name: `Exchange price ${zone}`, zone },
      settlement: latestInterval(zone),
    })),
  ),
  ...britishRegions.map((zone) => ({
    ...({ country: 'GB', company: 'Agile Octopus', name: `Agile Octopus ${zone}`, zone } as const),
    ...({ settlement: 1800, region: zone.slice('GB-'.length) } as const),
  })),
];

/** The zones of which `has` knows something. */
export const zonesWhere = (has: (facts: ZoneFacts) => unknown): string[] =>
  Object.entries(zoneFacts).flatMap(([zone, facts]) => (has(facts) ? zone : []));

/** The countries that a zone prices; none for a zone that no feed has. */
export const countriesOf = (zone: string): readonly CountryCode[] =>
  zoneFacts[zone]?.countries ?? (britishRegions.includes(zone) ? ['GB'] : [publishedSeries[zone] ?? []].flat());

/** How files of prices may name a zone, and what must hold of them; nothing for a zone that no feed has. */
export function fileFactsOf(zone: string) {
  const { eic, energyCharts, energiData, nordPool } = zoneFacts[zone] ?? {};
  if (countriesOf(zone).length === 0) return {};
  const areas = [zone, energyCharts, energiData, nordPool].filter((name) => name !== undefined);
  return { eic, areas, currency: currencyOf(zone) };
}

/** The zone that a country is tried out by: its only or its first one. */
export const zoneOf = (country: CountryCode): string | undefined =>
  country === 'GB' ? britishRegions[0] : zonesWhere(({ countries }) => countries.includes(country))[0];

/** The currency of the zone's market; the euro for a zone that no feed has. */
export function currencyOf(zone: string): string {
  const [country] = countriesOf(zone);
  return country ? markets[country].currency : 'EUR';
}
