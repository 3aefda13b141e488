import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

/**
 * A price file as the package contains it. Brotli makes less of the digits of numbers than of their bytes, if all lowest bytes come
 * first, then all middle and all highest bytes: files are a sixth smaller.
 */

/** Bytes of a change; `MOST_DIGITS` of a price file needs no more. */
const PLANES = 4;

/** The date and the facts of a day, then its prices. */
const DAY = /^(\d{4}-\d\d-\d\d \S+) (-?\d.*)$/gm;

export function packPrices(text: string): Buffer {
  const changes: number[] = [];
  const lines = text.replaceAll(DAY, (_, day: string, own: string) => {
    const numbers = own.split(' ').map(Number);
    changes.push(...numbers);
    return `${day} ${numbers.length}`;
  });
  const planes = Array.from({ length: PLANES }, (_, plane) =>
    Buffer.from(changes.map((change) => Math.floor(unsigned(change) / 256 ** plane) % 256)),
  );
  const head = Buffer.from(lines);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return brotliCompressSync(Buffer.concat([length, head, ...planes]));
}

/** The text of a price file. */
export function unpackPrices(packed: Buffer): string {
  const bytes = brotliDecompressSync(packed);
  const end = 4 + bytes.readUInt32LE();
  const count = (bytes.length - end) / PLANES;
  let next = end;
  const change = () => {
    const at = next++;
    let value = 0;
    for (let plane = PLANES - 1; plane >= 0; plane--) value = value * 256 + (bytes[at + plane * count] ?? 0);
    return signed(value);
  };
  return bytes
    .toString('utf8', 4, end)
    .replaceAll(
      DAY,
      (_, day: string, own: string) => `${day} ${Array.from({ length: Number(own) }, change).join(' ')}`,
    );
}

/** Small numbers of both signs have small codes: 0, -1, 1, -2, … are 0, 1, 2, 3, … */
const unsigned = (change: number): number => (change < 0 ? -2 * change - 1 : 2 * change);
const signed = (code: number): number => (code % 2 === 1 ? -(code + 1) / 2 : code / 2);
