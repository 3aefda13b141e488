/** Volts between a phase and neutral all over Europe. */
const VOLTS = 230;

const amps = /^(?:([13])\s*[x×*]\s*)?(\d+(?:[.,]\d+)?)\s*A$/i;

/** kW of a fuse as it is written on it, `3x16 A` or `25 A`, or of `11,5`; any other text stays as it is. */
export function typedConnection(text: string): string {
  const typed = text.trim();
  const [, phases = '1', fuse] = amps.exec(typed) ?? [];
  if (fuse) return String(Math.round(Number(phases) * Number(fuse.replace(',', '.')) * VOLTS) / 1000);
  return typed.replace(/\s*kW$/i, '').replace(/^(\d+),(\d+)$/, '$1.$2');
}
