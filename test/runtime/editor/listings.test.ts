import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { answerListing } from '../../../src/runtime/editor/listings.ts';
import { onceADay } from '../../../src/runtime/polling/once-a-day.ts';
import { FaultError } from '../../../src/runtime/problems.ts';

const MIDNIGHT = Date.parse('2026-01-15T00:00:00Z') / 1000;
const networks = { list: 'companies', country: 'DE', sector: 'grid' };

/** A service asked with a testing token, or with a production one. */
function serviceOf(testing: boolean, embedded: object = {}) {
  let now = MIDNIGHT;
  let asked = 0;
  const lists = async () => [{ id: `list ${++asked}` }];
  const client = {
    companies: lists,
    tariffs: lists,
    versions: lists,
    countryStatistics: async () => ({ DE: { hasTariffs: true }, IE: { hasTariffs: false } }),
    allowance: () => (testing ? { requestsToday: asked, newToday: {} } : undefined),
    ...embedded,
  } as unknown as Client;
  const daily = onceADay(client, { now: () => now });
  return {
    reader: (question: object) => answerListing(daily, question, false),
    writer: (question: object) => answerListing(daily, question, true),
    passTo: (seconds: number) => {
      now = MIDNIGHT + seconds;
    },
    asked: () => asked,
  };
}

describe('who may only read, on a testing token', () => {
  it.each([
    ['companies', networks],
    ['companies at a postal code', { ...networks, postalCode: '10115' }],
    ['tariffs', { list: 'tariffs', country: 'DE', sector: 'grid', company: 'N1' }],
    ['versions', { list: 'versions', country: 'DE', sector: 'consumption', tariff: 'T1' }],
  ])('has the list of %s that somebody else has asked for today, and no other', async (_, question) => {
    const { reader, writer, passTo, asked } = serviceOf(true);
    await expect(reader(question)).rejects.toThrow(FaultError);
    const { items } = await writer(question);
    expect(await reader(question)).toEqual({ items, allowance: { requestsToday: 1, newToday: {} } });
    await expect(reader({ ...question, country: 'AT' })).rejects.toThrow(FaultError);
    passTo(86_400);
    await expect(reader(question)).rejects.toThrow(FaultError);
    expect(asked()).toBe(1);
  });

  it('has the countries, which cost nothing', async () => {
    expect((await serviceOf(true).reader({ list: 'countries' })).items).toEqual(['DE']);
  });

  it('has Ireland where its taxes are known, as a contract may be typed there', async () => {
    const book = (country: string) => (country === 'IE' ? {} : undefined);
    expect((await serviceOf(true, { book }).reader({ list: 'countries' })).items).toEqual(['DE', 'IE']);
  });
});

it('asks for whoever reads where no testing token is used up', async () => {
  const { reader, asked } = serviceOf(false);
  expect((await reader(networks)).items).toEqual([{ id: 'list 1' }]);
  expect(asked()).toBe(1);
});
