import type { CountryCode } from '../../dist/src/core/markets.js';
import { markets } from '../../dist/src/core/markets.js';
import { sectors } from '../../dist/src/core/vocabulary.js';
import { createSite } from '../../dist/src/runtime/site.js';
import { createService } from '../../dist/src/service/service.js';
import { manualClock } from '../../test/support/manual-clock.ts';
import type { Part } from './plans.mts';

const NOW = Date.parse('2026-11-20T12:20:00Z') / 1000;
const random = () => 0.5;

/** The prices of each tariff that the package has, from the HTTP service and from a site's embedded service. */
export async function* lockedSeries(): AsyncGenerator<Part> {
  Math.random = random;
  const service = createService({ now: () => NOW, random });
  const headers = { authorization: `Bearer ${service.tokens.production}` };
  const ask = async (path: string) => {
    const answer = await service.fetch(new Request(`http://embedded${path}`, { headers }));
    const named = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
    return `${path} ${answer.status} ${JSON.stringify(named)} ${await answer.text()}`;
  };
  const site = await createSite({ clock: manualClock(NOW) });
  const client = await site.client();
  const http: string[] = [];
  const embedded: string[] = [];
  const read = async (asked: unknown, answer: Promise<unknown>) => {
    const text = await answer.then(JSON.stringify, ({ name, message, kind, status }) =>
      JSON.stringify({ name, message: message.replace(/ \(X-Request-Id .*\)/, ''), kind, status }),
    );
    embedded.push(`${JSON.stringify(asked)} ${text}`);
  };
  for (const country of Object.keys(markets) as CountryCode[]) {
    for (const sector of sectors) {
      http.push(await ask(`/v2/${country}/${sector}/companies`));
      for (const { id: company } of await client.companies(country, sector)) {
        http.push(await ask(`/v2/${country}/${sector}/${company}/tariffs`));
        for (const { id } of await client.tariffs(country, sector, company)) {
          http.push(await ask(`/v2/${country}/${sector}/${id}/versions`));
          http.push(await ask(`/v2/${country}/dayahead?${sector}_tariff=${id}&include=fees,vat&historic_days=1`));
          const question = { country, [sector]: id };
          await read(question, client.dayAhead(question));
          const whole = { ...question, include: ['fees', 'vat'] as const, resolution: 900 as const, historicDays: 2 };
          await read(whole, client.dayAhead(whole));
          if (sector === 'consumption')
            for (const postalCode of ['1010', '00000', '10115', '1234 AB', '???', ' - ', '12345678901234567']) {
              const placed = { ...question, postalCode };
              await read(placed, client.dayAhead(placed));
            }
        }
      }
    }
  }
  for (const [asked, question] of Object.entries(wrong)) await read(asked, client.dayAhead(question as never));
  await read('statistics', client.countryStatistics());
  await read('attribution', client.attribution());
  await site.stop({ removed: false });
  yield ['http', http];
  yield ['embedded', embedded];
}

/** Questions that are refused. */
const wrong = {
  'no tariff': { country: 'DE' },
  'unknown tariff': { country: 'DE', consumption: 'none' },
  'long id': { country: 'DE', consumption: 'x'.repeat(40) },
  'another sector': { country: 'DE', feedin: 'de-example-dynamic' },
  'impossible day': { country: 'DE', consumption: 'none', version: '20260231' },
  'empty id': { country: 'DE', consumption: '' },
  'no such country': { country: 'XX', consumption: 'none' },
  'wrong days': { country: 'DE', consumption: 'none', historicDays: 9 },
};
