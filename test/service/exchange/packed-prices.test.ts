import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packPrices, unpackPrices } from '../../../src/service/exchange/packed-prices.ts';

it.each(readdirSync('data/prices'))('%s is the same after packing, and smaller than the packed text', (name) => {
  const text = readFileSync(join('data/prices', name), 'utf8');
  const packed = packPrices(text);
  expect(unpackPrices(packed)).toBe(text);
  expect(packed.length).toBeLessThan(brotliCompressSync(text).length);
});

it('keeps changes of any sign and size, exchange rates and comments', () => {
  const text = `zone: PL\nformat: 1\n\n2026-01-01 3600,pse,4.2533 ${[-999_999_999, 0, 999_999_999, -1, 1, 255, -256].join(' ')}\n`;
  expect(unpackPrices(packPrices(text))).toBe(text);
});
