import { readMeter } from '../../../dist/src/metering/read-meter.js';
import { compareTariffs } from '../../../dist/src/pricing/comparison/compare.js';
import { pastBook } from '../../../dist/src/pricing/comparison/past-prices.js';
import { shippedCatalogue } from '../../../dist/src/service/catalogue/shipped.js';
import { worked } from '../harness/batch.mts';
import { type Figure, figure } from '../harness/figure.mts';
import { ratioOf } from '../harness/ratio.mts';

const QUARTERS = 35_040;
/** Seconds; levies are known from 2026 on. */
const YEAR = 365 * 86_400;
const BEGIN = Date.parse('2024-12-31T23:00:00Z') / 1000;
const CONTRACTS = 50;
const PATIENCE = { rounds: 9, seconds: 6 };
const vienna = new Intl.DateTimeFormat('de-AT', {
  timeZone: 'Europe/Vienna',
  dateStyle: 'medium',
  timeStyle: 'medium',
});

/** A year of quarter hours in an Austrian layout read, and fifty contracts reckoned over it. */
export default async function meter(): Promise<Figure[]> {
  const bytes = meterFile();
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const consumption = read(bytes);
  const megabytes = (process.memoryUsage.rss() - before) / 2 ** 20;
  const reading = worked(() => read(bytes));
  const bare = worked(() => bareRows(bytes));
  const memory = { name: 'meter file of a year read, memory', value: megabytes, unit: 'MB', atMost: 100 } as const;
  return [
    figure(
      { name: 'meter file of a year read', yardstick: 'the same bytes split into cells', atMost: 12 },
      await ratioOf(reading, bare, PATIENCE),
    ),
    memory,
    figure(
      { name: 'fifty contracts over that year', yardstick: 'its reading', atMost: 5 },
      await ratioOf(
        worked(() => compare(consumption)),
        reading,
        PATIENCE,
      ),
    ),
  ];
}

function meterFile(): Buffer {
  const cells = (instant: number) => vienna.format(instant * 1000).replace(', ', ';');
  const stamps = Array.from({ length: QUARTERS + 1 }, (_, i) => cells(BEGIN + 900 * i));
  const lines = stamps.slice(1).map((end, i) => `${stamps[i]};${end.split(';')[1]};0,${(i * 7919) % 997};;`);
  return Buffer.from(['Datum;Zeit von;Zeit bis;Flat - Verbrauch [kWh];;', ...lines].join('\n'));
}

/** As one reads it who knows its layout and its year, and asks for no more. */
function bareRows(bytes: Buffer): number {
  let sum = 0;
  for (const line of bytes.toString('utf8').split('\n').slice(1)) {
    const [, , , amount = ''] = line.split(';');
    sum += Number(amount.replace(',', '.'));
  }
  return sum;
}

type Metered = ReturnType<typeof readMeter>['consumption'];

function read(bytes: Buffer): Metered {
  const { consumption, findings } = readMeter(bytes);
  if (consumption.length !== QUARTERS || findings.length > 0) throw new Error('was not read rightly');
  return consumption;
}

function compare(consumption: Metered): void {
  const book = shippedCatalogue().books.get('AT');
  const contract = book?.tariffs.get('at-example-spot-15min');
  if (!book || !contract) throw new Error('no book of Austria');
  const span = { start: BEGIN + YEAR, end: BEGIN + YEAR + 900 * QUARTERS };
  const metered = consumption.map(({ start, end, kWh }) => ({ start: start + YEAR, end: end + YEAR, kWh }));
  const points = metered.map(({ start, end }, i) => ({ start, end, price: ((i * 7919) % 301) / 1000 }));
  const past = pastBook(book, { span, operator: 'at-wien', postalCode: '1010' }, () => points);
  /** One after the other, as the command line has them: a contract of the catalogue with other margins. */
  function* contracts(base: NonNullable<typeof contract>) {
    for (let i = 0; i < CONTRACTS; i++) {
      const settlement = i % 2 ? 900 : 3600;
      const price = { kind: 'spot', zone: 'AT', settlement, coefficient: 1, margin: i / 1000 } as const;
      const tariff = { ...base, id: `c-${i}`, versions: [{ ...base.versions[0], price }] as const };
      const { points: prices, components } = past.consumption(tariff);
      yield { id: tariff.id, name: tariff.name, prices, components, vat: past.vat, monthly: 3 };
    }
  }
  const { tariffs } = compareTariffs({ consumption: metered, timeZone: 'Europe/Vienna' }, contracts(contract));
  if (tariffs.length !== CONTRACTS || tariffs.some(({ unpriced }) => unpriced.length > 0))
    throw new Error('was not reckoned');
}
