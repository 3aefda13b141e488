import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcesText } from '../../../scripts/build/sources.mts';
import { readJsonc } from '../../../src/service/catalogue/file.ts';

describe('the sources that are shipped beside the compiled catalogue', () => {
  const text = sourcesText('data/catalogue', readJsonc);

  // Promise P-660 use/catalogue: `sources.txt` has the source of each figure
  it('are those of every figure', () => {
    const written = readdirSync('data/catalogue', { recursive: true, encoding: 'utf8' })
      .filter((file) => /^\w\w.*\.jsonc$/.test(file) && file !== 'sources.jsonc')
      .flatMap((file) =>
        [...readFileSync(`data/catalogue/${file}`, 'utf8').matchAll(/"source": ("(?:\\.|[^"\\])*")/g)].map(
          ([, source]) => String(JSON.parse(source ?? '')),
        ),
      );
    expect(written.length).toBeGreaterThan(400);
    expect(written.filter((source) => !text.includes(`\n  ${source}\n`))).toEqual([]);
  });

  it.each([
    [
      'a tariff by its id',
      'DE',
      'ew-westenthanner.de, price sheet of 2026; Netzentgelte-DE 2026-03',
      'de-ew-westenthanner-household, de-ew-westenthanner-module-3',
    ],
    ['a levy by its name', 'AT', 'ElAbgG § 4(2), § 7(16), BGBl. I 95/2025', 'Elektrizitätsabgabe'],
    ['a rate by what it is', 'CZ', 'example value: a round CZK per EUR, no quoted rate', 'exchangeRates'],
  ])('name %s', (_, country, source, name) => {
    const section = text.split(/\n(?=[A-Z]{2}\n)/).find((part) => part.startsWith(country));
    expect(section).toContain(`\n  ${source}\n    ${name}\n`);
  });
});
