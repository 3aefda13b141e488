import { describe, expect, it } from 'vitest';
import { askShipped, minorAt } from '../../support/service/shipped-service.ts';

/** Figures that others print on invoices and price sheets, from the shipped catalogue to the answer of `dayahead`. */

const october = '2025-10-22T10:00:00Z';
const november = '2025-11-19T10:00:00Z';
const january = '2026-01-14T10:00:00Z';
const march = '2026-03-25T10:00:00Z';
const august = '2026-08-01T10:00:00Z';

const withoutNoise = (value: number) => Number(value.toFixed(5));
const on = (day: string, time: string, offset = '+01:00') => `${day}T${time}:00${offset}`;
const NO = 'no?consumption_tariff=no-example-fixed-no5&grid_tariff=no-bkk-grid&include=fees,vat';
const DK = 'dk?consumption_tariff=dk-example-fixed&grid_tariff=dk-radius-c&include=fees,vat';
const DE = 'de?consumption_tariff=de-example-fixed&grid_tariff=de-netze-bw-module-3&include=fees,vat';
const BE = 'be?consumption_tariff=be-example-single&include=fees,vat';

/** In hundredths of the currency per kWh, CZK in whole. */
const besideEnergy: [
  what: string,
  query: string,
  now: string,
  time: string,
  vat: number,
  net: number,
  gross: number,
][] = [
  // 28.77 + Enova 1.0 + elavgift 12.53
  ['BKK by day, October 2025', NO, october, on('2025-10-22', '12:00', '+02:00'), 0.25, 42.3, 52.875],
  ['BKK by night, October 2025', NO, october, on('2025-10-22', '05:45', '+02:00'), 0.25, 32.52, 40.65],
  // 87.88 + 4.3 + 7.2 + 0.8
  ['Radius at 17:00, January 2026', DK, january, on('2026-01-14', '17:00'), 0.25, 100.18, 125.225],
  ['Radius at 03:00, January 2026', DK, january, on('2026-01-14', '03:00'), 0.25, 22.06, 27.575],
  // 4.996 of levies, 1.32 of concession fee and module 3: 8.026, 12.566 and 16.056 without the concession fee
  ['Netze BW, low', DE, january, on('2026-01-14', '10:00'), 0.19, 9.346, 11.12174],
  ['Netze BW, standard', DE, january, on('2026-01-14', '09:45'), 0.19, 13.886, 16.52434],
  ['Netze BW, high', DE, january, on('2026-01-14', '17:00'), 0.19, 17.376, 20.67744],
  [
    'Dutch energy tax 2026',
    'nl?consumption_tariff=nl-example-fixed&postal_code=1012&include=fees,vat',
    ...([january, on('2026-01-14', '12:00'), 0.21, 9.161, 11.08481] as const),
  ],
  [
    'Swedish energy tax 2026, apart from 5 öre of Ellevio',
    'se?consumption_tariff=se-example-fixed-se3&postal_code=11120&include=fees,vat',
    ...([january, on('2026-01-14', '12:00'), 0.25, 36 + 5, 45 + 6.25] as const),
  ],
  [
    'ESO in the evening, apart from a VIAP of -0.044',
    'lt?consumption_tariff=lt-example-fixed&grid_tariff=lt-eso-four-standard&include=fees,vat',
    ...([january, on('2026-01-14', '17:00', '+02:00'), 0.21, 12.1 - 0.044, 14.641 - 0.05324] as const),
  ],
  [
    'Czech POZE of 2025 and electricity tax, 495 and 28.30 CZK per MWh',
    'cz?consumption_tariff=cz-example-fixed&include=fees,vat',
    ...([november, on('2025-11-19', '12:00'), 0.21, 52.33, 63.3193] as const),
  ],
  [
    'Czech POZE of 2026, which the state pays, and electricity tax',
    'cz?consumption_tariff=cz-example-fixed&include=fees,vat',
    ...([january, on('2026-01-14', '12:00'), 0.21, 2.83, 3.4243] as const),
  ],
  // 4.74811 of excise is 5.0329966 with VAT, the contribution of 0.19261 is 0.2041666
  ['Belgian excise and energy contribution', BE, march, on('2026-03-25', '12:00'), 0.06, 4.94072, 5.237163],
  // 5.05027 is 5.3532862 with VAT
  [
    'the same in Antwerp, with Fluvius',
    `${BE}&postal_code=2000`,
    ...([march, on('2026-03-25', '12:00'), 0.06, 9.99099, 10.590453] as const),
  ],
  // 6.0667 + 2.3057 + 0.9264 + 0.5765 + 0.0812 + 2.2727 of network and 4.876 of excise with VAT, BruSim and CompaCWaPE
  [
    'Sibelga, single rate, and the excise of August 2026',
    `${BE}&postal_code=1000`,
    ...([august, on('2026-08-01', '12:00', '+02:00'), 0.06, 16.13698, 17.1052] as const),
  ],
  // 11.98 + 2.7425 and 4.876 with VAT, 0.075 without
  [
    'ORES, single rate, with a connection fee that bears no VAT',
    `${BE}&postal_code=5000`,
    ...([august, on('2026-08-01', '12:00', '+02:00'), 0.06, 18.56415, 19.6735] as const),
  ],
];

describe('what stands beside energy', () => {
  it.each(besideEnergy)('%s', async (_, query, now, time, vat, net, gross) => {
    const { energy = 0, grid = 0, fees = 0, total = 0 } = minorAt(await askShipped(query, now), time);
    expect([grid + fees, total - energy * (1 + vat)].map(withoutNoise)).toEqual([net, gross].map(withoutNoise));
  });

  it.each([
    ['707.09 kWh by day', '12:00', 'grid', -1, 707.09, 254.29],
    ['536.117 kWh by night', '05:45', 'grid', -1, 536.117, 127.26],
    ['1243.207 kWh of elavgift', '12:00', 'fees', 0, 1243.207, 194.72],
  ] as const)('an invoice of BKK, October 2025: %s, Enova apart', async (_, time, component, enova, kWh, kroner) => {
    const point = minorAt(await askShipped(NO, october), on('2025-10-22', time, '+02:00'));
    const ore = ((point[component] ?? Number.NaN) + enova) * 1.25;
    expect(Number(((kWh * ore) / 100).toFixed(2))).toBe(kroner);
  });
});

const FR = 'include=fees,vat';
const published: [what: string, query: string, now: string, time: string, total: number][] = [
  ['Tarif Bleu Base', `fr?consumption_tariff=fr-bleu-base&${FR}`, march, on('2026-03-25', '12:00'), 19.398],
  ['Tarif Bleu, peak', `fr?consumption_tariff=fr-bleu-hphc&${FR}`, march, on('2026-03-25', '07:00'), 20.65],
  ['Tarif Bleu, off-peak', `fr?consumption_tariff=fr-bleu-hphc&${FR}`, march, on('2026-03-25', '06:45'), 15.78],
  [
    'Tarif Bleu Base, after the change of the network charge',
    `fr?consumption_tariff=fr-bleu-base&${FR}`,
    ...([august, on('2026-08-01', '12:00', '+02:00'), 19.398] as const),
  ],
  [
    'the British cap of October 2026, without VAT, in London',
    'gb?consumption_tariff=gb-example-standard-c&postal_code=SW1A&include=fees,vat',
    ...(['2026-10-01T10:00:00Z', on('2026-10-01', '17:00', '+01:00'), 26.32] as const),
  ],
  [
    'the British cap of January 2026, in London',
    'gb?consumption_tariff=gb-example-standard-c&postal_code=SW1A&include=fees,vat',
    ...([january, on('2026-01-14', '17:00', 'Z'), 27.69] as const),
  ],
  [
    'the Hungarian A1, 36.9 Ft',
    'hu?consumption_tariff=hu-regulated-a1&include=fees,vat',
    ...([january, on('2026-01-14', '12:00'), 3690] as const),
  ],
  [
    'Cociter single, November 2025: (0.075 x 86.19 + 5) x 1.06',
    'be?consumption_tariff=be-example-single&include=vat',
    ...([november, on('2025-11-19', '12:00'), 12.152105] as const),
  ],
  [
    'Cociter single, March 2026: (0.075 x 92.61 + 5) x 1.06',
    'be?consumption_tariff=be-example-single&include=vat',
    ...([march, on('2026-03-25', '12:00'), 12.662495] as const),
  ],
  [
    'Cociter peak, March 2026: (0.085 x 92.61 + 5) x 1.06',
    'be?consumption_tariff=be-example-dual-w&include=vat',
    ...([march, on('2026-03-25', '17:00'), 13.644161] as const),
  ],
  [
    'Cociter off-peak, March 2026: (0.065 x 92.61 + 5) x 1.06',
    'be?consumption_tariff=be-example-dual-w&include=vat',
    ...([march, on('2026-03-25', '12:00'), 11.680829] as const),
  ],
];

describe('a published price, VAT included, is the sum', () => {
  it.each(published)('%s', async (_, query, now, time, total) => {
    expect(minorAt(await askShipped(query, now), time).total).toBe(total);
  });
});
