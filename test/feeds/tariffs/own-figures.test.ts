import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseJsonc } from '../../../src/core/jsonc.ts';
import { danishTariffs } from '../../../src/feeds/sources/tariffs/danish-charges.ts';
import { datahubPricelist } from '../../../src/feeds/sources/tariffs/datahub-pricelist.ts';
import { eltariff } from '../../../src/feeds/sources/tariffs/eltariff.ts';
import { vse } from '../../../src/feeds/sources/tariffs/vse.ts';
import { charge, pricelist } from '../../support/feeds/danish-pricelist.ts';

const today = '2026-11-22';

interface Companies {
  readonly companies: readonly { readonly tariffs: readonly { readonly id: string; readonly source?: string }[] }[];
}

describe('the charges of Danish operators', () => {
  const { companies } = parseJsonc(readFileSync('data/catalogue/dk/operators.jsonc', 'utf8')) as Companies;
  const sources = new Map(companies.flatMap(({ tariffs }) => tariffs.map(({ id, source = '' }) => [id, source])));

  it.each(danishTariffs)('%s has the number and the code that the catalogue names as its source', (id, owner, code) => {
    expect(sources.get(id)).toBe(`Energi Data Service, DatahubPricelist, GLN ${owner}, ${code}`);
  });

  it('are each read from the rows of their operator, where several have a code in common', () => {
    const priceOf = (i: number) => 0.1 + i / 1000;
    const rows = danishTariffs.map(([, owner, code = ''], i) => charge(owner, code, '2026-01-01', null, priceOf(i)));
    const step = datahubPricelist.next({ today, held: undefined }, [pricelist(...rows)]);
    const figures = 'path' in step ? {} : (step.figures ?? {});
    const read = danishTariffs.map(([id]) => [id, figures[id]?.[0]?.rates[0].price]);
    expect(read).toEqual(danishTariffs.map(([id], i) => [id, priceOf(i)]));
  });
});

it('each Swedish operator has the tariff of its own product', () => {
  const products: Readonly<Record<string, readonly [tariff: string, product: string]>> = {
    'eltariff-eon': ['se-eon-stockholm-house', 'GEENOR-16'],
    'eltariff-goteborg': ['se-goteborg-house', 'GNM63'],
  };
  const validPeriod = { fromIncluding: '2026-01-01', toExcluding: '2027-01-01' };
  const priceOf = (product: string) => (product === 'GNM63' ? 0.2 : 0.3);
  const tariffs = ['another', 'GEENOR-16', 'GNM63'].map((product) => {
    const price = { priceExVat: priceOf(product), currency: 'SEK' };
    const component = { type: 'fixed', reference: 'main', validPeriod, unit: 'kWh', price };
    const energyPrice = { costFunction: 'sum(energy(c)*price(c))', components: [component] };
    return { product, direction: 'consumption', validPeriod, energyPrice };
  });
  const read = eltariff.map(({ name, next }) => {
    const step = next({ today, held: undefined }, [JSON.stringify({ tariffs })]);
    const figures = 'path' in step ? {} : (step.figures ?? {});
    return [name, Object.entries(figures).map(([tariff, periods]) => [tariff, periods[0]?.rates[0].price])];
  });
  expect(read).toEqual(
    Object.entries(products).map(([name, [tariff, product]]) => [name, [[tariff, priceOf(product)]]]),
  );
});

it('each Swiss supplier is asked at its own address, for its own zone', () => {
  expect(vse.map(({ name, zones, address }) => [name, zones, address])).toEqual([
    ['vse-ckw', ['CH-CKW'], 'https://e-ckw-public-data.de-c1.eu1.cloudhub.io'],
    ['vse-ekz', ['CH-EKZ'], 'https://api.tariffs.ekz.ch'],
    ['vse-groupe-e', ['CH-GROUPE-E'], 'https://api.tariffs.groupe-e.ch'],
  ]);
});
