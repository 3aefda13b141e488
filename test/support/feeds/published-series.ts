import { isoTimesOver } from '../../../src/core/time.ts';
import { deliveryDay } from '../../../src/core/window.ts';

/** Answers in the form of those who publish prices by the interval, with figures of our own. */

const two = (value: number) => String(value).padStart(2, '0');

/** EUR per MWh: 100.25 in the first hour, ten more in each that follows. */
export function pvpcDay(date: string, hours: number): string {
  const names = Array.from({ length: 25 }, (_, hour) => `${two(hour)}-${two(hour + 1)}`);
  const left = hours === 23 && date === '2026-03-29' ? names.filter((name) => name !== '02-03') : names;
  const rows = left.slice(0, hours).map((Hora, i) => ({
    Dia: date.split('-').toReversed().join('/'),
    Hora,
    PCB: (100.25 + i * 10).toFixed(2).replace('.', ','),
    CYM: '1,00',
    TEUPCB: '2,00',
  }));
  return JSON.stringify({ PVPC: rows });
}

/** Francs per kWh: 0.20 in the first quarter hour, 0.001 more in each that follows; and five a month. */
export function vseDay(date: string): string {
  const { start, end } = deliveryDay(date);
  const iso = isoTimesOver({ start, end }, 'Europe/Zurich');
  const prices = Array.from({ length: (end - start) / 900 }, (_, i) => ({
    start_timestamp: iso(start + i * 900),
    end_timestamp: iso(start + (i + 1) * 900),
    integrated: [
      { unit: 'CHF_kWh', value: Number((0.2 + i * 0.001).toFixed(3)) },
      { unit: 'CHF_m', value: 5 },
    ],
  }));
  return JSON.stringify({ publication_timestamp: iso(start), prices });
}
