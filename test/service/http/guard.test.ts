import { describe, expect, it } from 'vitest';
import { openService } from '../../support/service/service-fixture.ts';

/** The rules that hold on every endpoint alike: each is tried on each of them. */

const endpoints = [
  '/v2/de/consumption/companies',
  '/v2/de/consumption/stromer/tariffs',
  '/v2/de/consumption/de-fixed/versions',
  '/v2/de/dayahead?consumption_tariff=de-fixed',
];
const [companies = '', tariffs = '', versions = '', dayahead = ''] = endpoints;

describe('on every endpoint', () => {
  it.each(endpoints)('auth rule 1: %s answers nobody without a token that is known', async (path) => {
    const { fetch, get } = openService();
    expect((await fetch(path)).status).toBe(401);
    expect((await get(path, 'dayahead_prod_sk_unknown')).status).toBe(401);
    expect((await get(path)).status).toBe(200);
  });

  it.each(endpoints)('auth rule 5: %s is 403 on an inactive subscription', async (path) => {
    const { get, accounts, account } = openService();
    accounts.setActive(account.id, false);
    expect((await get(path)).status).toBe(403);
  });

  it.each(endpoints)('limits rule 2: %s takes the one slot of its testing token', async (path) => {
    const { get, testing } = openService({ delayMs: 1 });
    for (const pair of [
      [path, companies],
      [companies, path],
      [path, path],
    ]) {
      const answers = await Promise.all(pair.map((one) => get(one, testing)));
      expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    }
  });

  it.each(endpoints)('limits rule 4: a request to %s is one of the day', async (path) => {
    const { get, testing } = openService({ allowances: { requests: 2 } });
    expect((await get(path, testing)).status).toBe(200);
    expect((await get(companies, testing)).status).toBe(200);
    expect((await get(path, testing)).status).toBe(429);
  });
});

describe('new things', () => {
  const left = async (paths: readonly string[]) => {
    const { get, testing } = openService();
    const answers: Response[] = [];
    for (const path of paths) answers.push(await get(path, testing));
    return answers.map(({ headers }) => headers.get('X-RateLimit-Remaining'));
  };

  it.each([
    ['a country in another sector', [companies, '/v2/de/grid/companies', '/v2/DE/feedin/companies']],
    ['a company in another sector', [tariffs, '/v2/de/feedin/stromer/tariffs', `${tariffs}?type=static`]],
    ['a tariff, whatever else is asked', [versions, `${versions}?x=1`, versions]],
    ['a combination at another address', [dayahead, `${dayahead}&postal_code=10115`, `${dayahead}&version=20250101`]],
  ])('limits rule 3: %s is not a new one', async (_, paths) => {
    expect(await left(paths)).toEqual(['4', '4', '4']);
  });
});
