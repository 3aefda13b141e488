import { numberIn, typedNumber } from './numbers.ts';

/** Volts between a phase and neutral all over Europe. */
const VOLTS = 230;

const amps = /^(?:([13])\s*[x×*]\s*)?(\d+(?:[.,]\d+)?)\s*A$/i;

/** kW of a fuse as it is written on it, `3x16 A` or `25 A`, or of `11,5 kW`; any other text stays as it is. */
export function typedConnection(text: string, language: string): string {
  const typed = text.trim();
  const [, phases = '1', fuse] = amps.exec(typed) ?? [];
  if (fuse) return String(Math.round(Number(phases) * numberIn(fuse) * VOLTS) / 1000);
  return typedNumber(typed, language, 'importKw');
}
