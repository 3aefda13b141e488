/** Reads a year of quarter hours in an Austrian layout and prints what that costs as one line of JSON. */
import { readMeter } from '../../dist/src/metering/read-meter.js';

const QUARTERS = 35_040;
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
process.stdout.write(`${JSON.stringify({ ms: (user + system) / 1000, megabytes })}\n`);
