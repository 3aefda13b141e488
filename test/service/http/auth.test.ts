import { describe, expect, it } from 'vitest';
import { NOON, openService } from '../../support/service/service-fixture.ts';

const WEEK = 7 * 24 * 3600;
const companies = '/v2/de/consumption/companies';

const challenge = async (headers: Record<string, string>) => {
  const response = await openService().fetch(companies, headers);
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ statusCode: 401, message: expect.any(String) });
  return response.headers.get('WWW-Authenticate');
};

describe('auth rule 4: a 401 says in WWW-Authenticate what was wrong', () => {
  it('no credential: the challenge alone', async () => {
    expect(await challenge({})).toBe('Bearer realm="dayahead"');
  });

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer a b', 'Bearer a,b', 'dayahead_test_sk_x', ''])(
    'a header that is not Bearer <token>: %j is an invalid request',
    async (authorization) => {
      expect(await challenge({ Authorization: authorization })).toBe(
        'Bearer realm="dayahead", error="invalid_request"',
      );
    },
  );

  it('an unknown token is invalid', async () => {
    expect(await challenge({ Authorization: 'Bearer dayahead_prod_sk_unknown' })).toBe(
      'Bearer realm="dayahead", error="invalid_token"',
    );
  });
});

describe('tokens', () => {
  it('auth rule 2: a token tells its kind by its prefix and is not repeated', () => {
    const { testing, production, accounts, account } = openService();
    expect(testing).toMatch(/^dayahead_test_sk_[\w-]{32}$/);
    expect(production).toMatch(/^dayahead_prod_sk_[\w-]{32}$/);
    expect(accounts.issueProduction(account.id)).not.toBe(production);
  });

  it('auth rule 1: the scheme is read in any case', async () => {
    const { fetch, production } = openService();
    expect((await fetch(companies, { Authorization: `bearer ${production}` })).status).toBe(200);
  });

  it('limits rule 1, states rule 2: a testing token answers for seven days and 403 from then on', async () => {
    const { get, clock, testing } = openService();
    clock.now = NOON + WEEK - 1;
    expect((await get(companies, testing)).status).toBe(200);
    clock.now = NOON + WEEK;
    const expired = await get(companies, testing);
    expect(expired.status).toBe(403);
    expect(await expired.json()).toEqual({
      statusCode: 403,
      error: 'Forbidden',
      message: expect.stringMatching(/expired/),
    });
  });

  it('states rule 3: renewing a testing token replaces its value: the old one answers 401 at once', async () => {
    const { accounts, account, clock, get, testing } = openService();
    clock.now = NOON + 2 * WEEK;
    const renewed = accounts.renewTesting(account.id, clock.now);
    expect((await get(companies, testing)).status).toBe(401);
    expect((await get(companies, renewed)).status).toBe(200);
  });

  it('auth rule 3, states rule 4: several production tokens stay valid until each is revoked', async () => {
    const { accounts, account, clock, get, production } = openService();
    const successor = accounts.issueProduction(account.id);
    clock.now = NOON + 100 * WEEK;
    expect((await get(companies, production)).status).toBe(200);
    accounts.revoke(production);
    expect((await get(companies, production)).status).toBe(401);
    expect((await get(companies, successor)).status).toBe(200);
  });

  it('auth rule 3: a testing token cannot be revoked', async () => {
    const { accounts, get, testing } = openService();
    expect(() => accounts.revoke(testing)).toThrow('only renewed');
    expect((await get(companies, testing)).status).toBe(200);
  });

  it('auth rule 5: an inactive subscription is 403 for every token of the account', async () => {
    const { accounts, account, get, testing, production } = openService();
    accounts.setActive(account.id, false);
    for (const token of [testing, production]) {
      const response = await get(companies, token);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ message: 'the subscription is not active' });
    }
    accounts.setActive(account.id, true);
    expect((await get(companies)).status).toBe(200);
  });

  it('an account that does not exist has no token', () => {
    expect(() => openService().accounts.issueProduction('nobody')).toThrow('account "nobody" does not exist');
  });
});
