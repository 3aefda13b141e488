import { describe, expect, it } from 'vitest';
import {
  ConfigurationError,
  CredentialError,
  ForbiddenError,
  NetworkError,
  RateLimitError,
  RedirectError,
  ServiceError,
  UnreadableBodyError,
} from '../../../src/client/errors.ts';
import { pollAt, retryAt, soonestCall } from '../../../src/runtime/polling/retry.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z') / 1000;
const MIDNIGHT = Date.parse('2026-11-21T00:00:00Z') / 1000;
const MINUTE = 60;
const HOUR = 3600;

const never = () => 0;
const always = () => 1;
const at = (status: number) => ({ url: 'https://prices.example/v2/de/dayahead', status });
const testingLimit = { kind: 'tariffs' as const, limit: 20, used: 20, remaining: 0, blocked: ['SPOT'] };
const resetAt = (resetAt: string) => new RateLimitError(at(429), '', { limit: 5, remaining: 0, resetAt });

describe('asking again after a failure', () => {
  it.each([
    ['a wrong question', new ConfigurationError(at(400), '')],
    ['a path that does not exist', new ConfigurationError(at(404), '')],
    ['a token that is not accepted', new CredentialError(at(401), '', 'rejected')],
    ['a testing token whose total is used up', new ForbiddenError(at(403), '', testingLimit)],
  ])('is of no use after %s', (_, error) => {
    expect(retryAt(error, 0, NOW, never)).toBeNull();
  });

  // Promise P-480 operate/reactions: 403 and 500: again every 30 to 45 minutes
  it.each([
    ['an expired or inactive token', new ForbiddenError(at(403), '')],
    ['prices that are not published', new ServiceError(at(500), '')],
  ])('client rule 6: is slow and steady after %s', (_, error) => {
    expect([0, 1, 50].map((earlier) => retryAt(error, earlier, NOW, never))).toEqual(Array(3).fill(NOW + 30 * MINUTE));
    expect(retryAt(error, 0, NOW, always)).toBe(NOW + 45 * MINUTE);
  });

  // Promise P-485 operate/reactions: all else: after 30 s, then twice as long each time up to 30 minutes, plus up to
  //   half
  it.each([
    ['a network failure', new NetworkError(at(0), '')],
    ['a gateway’s 502', new ServiceError(at(502), '')],
    ['a gateway’s 503', new ServiceError(at(503), '')],
    ['a gateway’s 504', new ServiceError(at(504), '')],
    ['a redirect, as of a guest network', new RedirectError(at(302), '')],
    ['a body that cannot be read', new UnreadableBodyError(at(200), '')],
    ['something that was never foreseen', new TypeError('oops')],
  ])('is rarer each time after %s', (_, error) => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 2000].map((earlier) => (retryAt(error, earlier, NOW, never) ?? 0) - NOW);
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1800, 1800]);
    expect(retryAt(error, 0, NOW, always)).toBe(NOW + 45);
    expect(retryAt(error, 2000, NOW, always)).toBe(NOW + 45 * MINUTE);
  });

  // Promise P-483 operate/reactions: 429 without: after 5 s, 1 min, 10 min, then at midnight UTC, and so on
  it.each([
    [0, NOW + 5, NOW + 5],
    [1, NOW + MINUTE, NOW + MINUTE],
    [2, NOW + 10 * MINUTE, NOW + 10 * MINUTE],
    [3, MIDNIGHT, MIDNIGHT + 2 * MINUTE],
    [4, NOW + 5, NOW + 5],
    [7, MIDNIGHT, MIDNIGHT + 2 * MINUTE],
  ])('after %i refusals of a busy or capped token comes at the next step', (earlier, soonest, latest) => {
    const error = new RateLimitError(at(429), '');
    expect(retryAt(error, earlier, NOW, never)).toBe(soonest);
    expect(retryAt(error, earlier, NOW, always)).toBe(latest);
  });

  // Promise P-482 operate/reactions: 429 with `rateLimit`: again at its `resetAt`
  it.each([
    ['at midnight UTC', '2026-11-21T00:00:00.000Z', MIDNIGHT],
    ['with an offset', '2026-11-20T12:30:00+01:00', NOW + 1.5 * HOUR],
    ['absurdly far', '2036-11-20T09:00:00Z', NOW + 25 * HOUR],
    ['unreadable: at midnight UTC', 'tomorrow', MIDNIGHT],
  ])('client rule 7: waits for a daily allowance that is reset %s', (_, text, expected) => {
    expect(retryAt(resetAt(text), 7, NOW, never)).toBe(expected);
    expect(retryAt(resetAt(text), 7, NOW, always)).toBe(expected + 2 * MINUTE);
  });
});

describe('a daily allowance whose reset has passed by our clock', () => {
  const passed = (answeredAt?: number) =>
    new RateLimitError(at(429), '', { limit: 5, remaining: 0, resetAt: '2026-11-20T09:00:00Z' }, answeredAt);

  it('is waited for twice as long each time, up to half an hour', () => {
    const waits = [0, 1, 2, 3, 4, 5, 700].map((earlier) => (retryAt(passed(), earlier, NOW, never) ?? 0) - NOW);
    expect(waits).toEqual([60, 120, 240, 480, 960, 1800, 1800]);
    expect(retryAt(passed(), 0, NOW, always)).toBe(NOW + 1.5 * MINUTE);
  });

  it('is waited for by the clock of the service where its answer has a date', () => {
    expect(retryAt(passed(NOW - 3 * HOUR), 7, NOW, never)).toBe(NOW + 2 * HOUR);
    expect(retryAt(passed(NOW - 3 * HOUR), 7, NOW, always)).toBe(NOW + 2 * HOUR + 2 * MINUTE);
    expect(retryAt(passed(NOW - HOUR), 0, NOW, never)).toBe(NOW + MINUTE);
  });
});

describe('the next regular request', () => {
  // Promise P-467 operate/reactions: prices are requested when the service recommends it, a minute to 25 hours from
  //   now, plus up to two minutes
  it.each([
    ['as recommended', NOW + 3 * HOUR, 0, NOW + 3 * HOUR],
    ['as recommended, a late publication a few minutes out', NOW + 4 * MINUTE, 0, NOW + 4 * MINUTE],
    ['in a minute when that has passed', NOW - HOUR, 0, NOW + MINUTE],
    ['in a minute when it is too soon', NOW + 1, 0, NOW + MINUTE],
    ['in 25 hours at the latest', NOW + 400 * HOUR, 0, NOW + 25 * HOUR],
    ['rarer when recommendations keep lying in the past', NOW - HOUR, 3, NOW + 8 * MINUTE],
    ['every half hour when they always do', NOW - HOUR, 3000, NOW + 30 * MINUTE],
  ])('comes %s', (_, next, early, expected) => {
    expect(pollAt(next, early, NOW, never)).toBe(expected);
    expect(pollAt(next, early, NOW, always)).toBe(expected + 2 * MINUTE);
  });
});

describe('prices wanted as soon as they exist', () => {
  const zone = 'Europe/Berlin';
  // Promise P-468 operate/reactions: *As soon as they exist* requests from half an hour before, every five minutes,
  //   of a static tariff not before its 07:00
  it.each([
    ['half an hour before a moment that is far', NOW + 3 * HOUR, NOW + 2.5 * HOUR],
    ['in five minutes when that has passed', NOW + 20 * MINUTE, NOW + 5 * MINUTE],
    ['at the moment itself when it is nearer', NOW + 2 * MINUTE, NOW + 2 * MINUTE],
    ['at no other time where the moment has passed', NOW - HOUR, NOW - HOUR],
    ['at 07:00 where the tariff is static', Date.parse('2026-11-21T07:00:00+01:00') / 1000, NOW + 20 * HOUR],
    ['in the zone of the market', Date.parse('2026-11-21T07:00:00Z') / 1000, NOW + 20.5 * HOUR],
  ])('client rule 4: are asked for %s', (_, next, expected) => {
    expect(soonestCall(next, NOW, zone)).toBe(expected);
  });
});
