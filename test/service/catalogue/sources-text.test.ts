import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcesText } from '../../../scripts/build/sources.mts';
import { readJsonc } from '../../../src/service/catalogue/file.ts';

describe('the sources that are shipped beside the compiled catalogue', () => {
  const text = sourcesText('data/catalogue', readJsonc);

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
    ['a tariff by its id', 'DE', 'netze-bw.de/neuregelung-14a-enwg, price sheet of 2025-12-12', 'de-netze-bw-module-3'],
    ['a levy by its name', 'AT', 'kurier.at, 2025-12-29; finanzen.at, 2025-12-20', 'Elektrizitätsabgabe'],
    ['a rate by what it is', 'CZ', 'example value: a round CZK per EUR, no quoted rate', 'exchangeRates'],
  ])('name %s', (_, country, source, name) => {
    const section = text.split(/\n(?=[A-Z]{2}\n)/).find((part) => part.startsWith(country));
    expect(section).toContain(`\n  ${source}\n    ${name}\n`);
  });
});
