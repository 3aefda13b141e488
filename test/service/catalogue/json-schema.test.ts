import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseJsonc } from '../../../src/core/jsonc.ts';
import { countrySchema, sourcesSchema } from '../../../src/service/catalogue/json-schema.ts';
import { validator } from '../../support/service/json-schema.ts';

/** The keys that an editor finds at `companies.tariffs.versions`: keys, `[]` for items, `<n>` for one of several shapes. */
function at(path: string): unknown {
  return path.split('.').reduce<unknown>((schema, key) => {
    const of = schema as Record<string, unknown>;
    const [shape] = /\d+/.exec(key) ?? [];
    if (shape) return (of.oneOf as unknown[])[Number(shape)];
    return key === '[]' ? of.items : (of.properties as Record<string, unknown>)[key];
  }, countrySchema());
}

const TARIFF = 'companies.[].tariffs.[]';

describe('the schema for an editor', () => {
  it.each<[string, object]>([
    [
      'unit',
      { enum: expect.arrayContaining(['EUR/kWh', 'ct/kWh', 'øre/kWh', 'p/kWh']), description: expect.any(String) },
    ],
    [
      `${TARIFF}.sector`,
      { type: 'string', enum: ['consumption', 'feedin', 'grid'], description: expect.stringContaining('feedin') },
    ],
    [`${TARIFF}.name`, { type: 'string', minLength: 1 }],
    ['levies.[].<0>.component', { type: 'string', enum: ['fees', 'grid'] }],
    ['$schema', { type: 'string', description: expect.any(String) }],
  ])('says of %s what is allowed', (path, allowed) => {
    expect(at(path)).toEqual(allowed);
  });

  it('knows every kind of price, with what belongs to it', () => {
    const text = JSON.stringify(at(`${TARIFF}.versions`));
    for (const kind of ['spot', 'clock', 'registers', 'periods', 'calendar'])
      expect(text).toContain(`"const":"${kind}"`);
    expect(text).toContain('"required":["kind","zone","settlement","coefficient","margin"]');
  });

  it('asks for nothing that has a default, and allows no other key', () => {
    expect(countrySchema()).toMatchObject({ type: 'object', additionalProperties: false });
    expect(countrySchema().required).toBeUndefined();
    expect(at(TARIFF)).toMatchObject({ required: ['id', 'sector', 'name', 'source', 'versions'] });
  });

  it('has the sources too', () => {
    expect(sourcesSchema()).toMatchObject({ required: ['sources'], additionalProperties: false });
  });

  const files = ['data/catalogue', 'test/support/service/markets', 'test/support/service/own'].flatMap((dir) =>
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonc'))
      .map((name) => join(dir, name)),
  );
  // It compiles a schema once, which takes seconds.
  const editor = validator('7');
  const [country, sources] = [countrySchema(), sourcesSchema()];

  // Promise P-646 use/catalogue: the schema finds nothing wrong with a file that can be used
  it('finds nothing wrong with any file that the service takes', () => {
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const schema = file.endsWith('sources.jsonc') ? sources : country;
      editor.validate(schema, parseJsonc(readFileSync(file, 'utf8')));
      expect(editor.errors ?? [], file).toEqual([]);
    }
  });

  it.each([
    ['a key that is not known', { taxes: [] }],
    ['a network that is none', { network: 'mine' }],
    [
      'a price without its zone',
      {
        companies: [
          {
            id: 'a',
            name: 'A',
            tariffs: [
              {
                id: 't',
                sector: 'consumption',
                name: 'T',
                source: 's',
                versions: [
                  { version: '20260101', price: { kind: 'spot', settlement: 900, coefficient: 1, margin: 0 } },
                ],
              },
            ],
          },
        ],
      },
    ],
    [
      'a clock off the quarter hour',
      { schedules: [{ source: 's', registers: [{ name: 'a', when: { hours: ['06:10-07:00'] } }] }] },
    ],
  ])('finds %s', (_, file) => {
    expect(editor.validate(country, file)).toBe(false);
  });
});
