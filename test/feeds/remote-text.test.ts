import { describe, expect, it } from 'vitest';
import { deliveryDay } from '../../src/core/window.ts';
import { askFeed } from '../../src/feeds/ask-feed.ts';
import { feedAnswer } from '../support/feeds/feed-answers.ts';
import { feedCalled, questionOf } from '../support/feeds/feed-questions.ts';

const DATE = '2026-04-15';
const TOKEN = '7d0f4c2e-93ab-4c1d-8e55-aa0b1c2d3e4f';
const world = { priceAt: () => 50, until: deliveryDay(DATE).end };

/** The error of an answer of ENTSO-E that `spoil` makes from a good one and from the address that was asked. */
async function errorOf(spoil: (body: string, asked: string) => string): Promise<string> {
  const line = {
    address: 'https://web-api.tp.entsoe.eu',
    userAgent: 'dayahead-node-red-tariffs/9.9.9',
    deadline: 20_000,
    fetch: async (asked: string) => {
      const body = (async function* () {
        yield Buffer.from(spoil(feedAnswer(new URL(asked), world).body, asked));
      })();
      return { status: 200, headers: { get: () => null }, body };
    },
  };
  const question = { ...questionOf('DE-LU', DATE), token: TOKEN };
  return askFeed(feedCalled('entsoe'), question, line).then(
    () => 'no error',
    (error: Error) => error.message,
  );
}

const refusal = (text: string) =>
  `<Refusal><Reason><code>401</code><text>${text.replaceAll('&', '&amp;')}</text></Reason></Refusal>`;

describe('an answer of ENTSO-E that repeats the address with the token', () => {
  it.each<[string, (body: string, asked: string) => string, string]>([
    [
      'as the unit',
      (body, asked) => body.replaceAll('>MWH<', `>${asked}<`),
      'its answer price_Measure_Unit.name "https://web-api.tp.entsoe.eu/api?securityToken=[token]',
    ],
    [
      'as the resolution, percent-encoded',
      (body, asked) => body.replaceAll('>PT15M<', `>${encodeURIComponent(asked)}<`),
      'its answer resolution "https%3A%2F%2Fweb-api.tp.entsoe.eu%2Fapi%3FsecurityToken%3D[token]',
    ],
    [
      'as the reason of a refusal',
      (_, asked) => refusal(`Unauthorised: ${asked}`),
      'its answer Unauthorised: https://web-api.tp.entsoe.eu/api?securityToken=[token]',
    ],
    ['as a reason where the cut goes through it', () => refusal(`${'x'.repeat(190)}${TOKEN}`), 'its answer xxx'],
  ])('is refused without the token: %s', async (_, spoil, beginning) => {
    const error = await errorOf(spoil);
    expect(error.slice(0, beginning.length)).toBe(beginning);
    for (let i = 0; i + 6 <= TOKEN.length; i++) expect(error).not.toContain(TOKEN.slice(i, i + 6));
  });

  it('is quoted with 200 characters at most, however long its reason is', async () => {
    expect(await errorOf(() => refusal('x'.repeat(1_000_000)))).toHaveLength('its answer '.length + 200);
  });
});
