/** Reads a year of quarter hours in an Austrian layout, reckons fifty contracts over it and prints what that costs as one line of JSON. */
import { readMeter } from '../../dist/src/metering/read-meter.js';
import { compareTariffs } from '../../dist/src/pricing/comparison/compare.js';
import { pastBook } from '../../dist/src/pricing/comparison/past-prices.js';
import { shippedCatalogue } from '../../dist/src/service/catalogue/shipped.js';

const QUARTERS = 35_040;
/** Seconds; levies are known from 2026 on. */
const YEAR = 365 * 86_400;
const BEGIN = Date.parse('2024-12-31T23:00:00Z') / 1000;
const vienna = new Intl.DateTimeFormat('de-AT', {
  timeZone: 'Europe/Vienna',
  dateStyle: 'medium',
  timeStyle: 'medium',
});
const cells = (instant: number) => vienna.format(instant * 1000).replace(', ', ';');
const stamps = Array.from({ length: QUARTERS + 1 }, (_, i) => cells(BEGIN + 900 * i));
const lines = stamps.slice(1).map((end, i) => `${stamps[i]};${end.split(';')[1]};0,${(i * 7919) % 997};;`);
const bytes = Buffer.from(['Datum;Zeit von;Zeit bis;Flat - Verbrauch [kWh];;', ...lines].join('\n'));

globalThis.gc?.();
const rss = process.memoryUsage.rss();
const before = process.cpuUsage();
const { consumption, findings } = readMeter(bytes);
const { user, system } = process.cpuUsage(before);
if (consumption.length !== QUARTERS || findings.length > 0) throw new Error('was not read rightly');
const megabytes = (process.memoryUsage.rss() - rss) / 2 ** 20;

const book = shippedCatalogue().books.get('AT');
if (!book) throw new Error('no book of Austria');
const span = { start: BEGIN + YEAR, end: BEGIN + YEAR + 900 * QUARTERS };
const metered = consumption.map(({ start, end, kWh }) => ({ start: start + YEAR, end: end + YEAR, kWh }));
const points = metered.map(({ start, end }, i) => ({ start, end, price: ((i * 7919) % 301) / 1000 }));
const compared = process.cpuUsage();
const past = pastBook(book, { span, operator: 'at-wien', postalCode: '1010' }, () => points);
const { tariffs } = compareTariffs({ consumption: metered, timeZone: 'Europe/Vienna' }, contracts());
const used = process.cpuUsage(compared);
if (tariffs.length !== 50 || tariffs.some(({ unpriced }) => unpriced.length > 0)) throw new Error('was not reckoned');
const ms = (user + system) / 1000;
process.stdout.write(`${JSON.stringify({ ms, megabytes, comparedMs: (used.user + used.system) / 1000 })}\n`);

/** One after the other, as the command line has them: a contract of the catalogue with other margins. */
function* contracts() {
  const contract = book?.tariffs.get('at-example-spot-15min');
  for (let i = 0; contract && i < 50; i++) {
    const settlement = i % 2 ? 900 : 3600;
    const price = { kind: 'spot', zone: 'AT', settlement, coefficient: 1, margin: i / 1000 } as const;
    const tariff = { ...contract, id: `c-${i}`, versions: [{ ...contract.versions[0], price }] as const };
    const { points: prices, components } = past.consumption(tariff);
    yield { id: tariff.id, name: tariff.name, prices, components, vat: past.vat, monthly: 3 };
  }
}
