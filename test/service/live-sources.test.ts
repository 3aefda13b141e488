import { expect, it } from 'vitest';
import { createService } from '../../src/service/service.ts';

const live = { publisher: 'PSE', licence: 'terms not stated', notice: 'Source: PSE.', countries: ['PL'] };
const publishers = async (options: object, country: string) => {
  const { fetch } = createService(options);
  const { sources } = await (await fetch(new Request(`http://x/public/attribution?country=${country}`))).json();
  return sources as { publisher: string; notice: string }[];
};

it('the sources of live prices are credited in place of those of the replay', async () => {
  const options = { live: { prices: { get: () => undefined }, sources: () => [live] } };
  const [replay, now, elsewhere] = [
    await publishers({}, 'pl'),
    await publishers(options, 'pl'),
    await publishers(options, 'de'),
  ];
  expect(replay.filter(({ notice }) => /replay/.test(notice)).length).toBe(1);
  expect(JSON.stringify(replay)).not.toContain('"replay":');
  expect(now.filter(({ notice }) => /replay/.test(notice))).toEqual([]);
  expect(now.at(-1)).toEqual(live);
  expect(elsewhere.some(({ publisher }) => publisher === 'PSE')).toBe(false);
});

// Promise P-037 operate/live: no date is replayed: a live zone without a price has none
it('a live zone of which nothing is held has no price, and never a replayed one', async () => {
  const service = createService({ live: { prices: { get: () => undefined }, sources: () => [] } });
  const headers = { Authorization: `Bearer ${service.tokens.production}` };
  const get = async (path: string) => service.fetch(new Request(`http://x/v2/de/${path}`, { headers }));
  const answer = await get('dayahead?consumption_tariff=de-example-spot-15min&resolution=900&include=vat');
  expect([answer.status, (await answer.json()).message]).toEqual([
    500,
    expect.stringContaining('no price is published'),
  ]);
});
