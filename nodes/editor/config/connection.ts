import { numberIn, typedNumber } from '../common/numbers.ts';

/** Volts between a phase and neutral all over Europe. */
const VOLTS = 230;

const amps = /^(?:([13])\s*[x×*]\s*)?(\d+(?:[.,]\d+)?)\s*(A)?$/i;

/** kW of a fuse as it is written on it, `3x16 A`, `3*16` or `25 A`, or of `11,5 kW`; any other text stays as it is. */
export function typedConnection(text: string, language: string): string {
  const typed = text.trim();
  const [, phases, fuse = '', unit] = amps.exec(typed) ?? [];
  // A number that is neither of phases nor of amperes is one of kW.
  if (phases || unit) return String(Math.round(Number(phases ?? 1) * numberIn(fuse) * VOLTS) / 1000);
  return typedNumber(typed, language, 'importKw');
}
