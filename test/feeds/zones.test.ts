import { describe, expect, it } from 'vitest';
import { deliveryDay } from '../../src/core/window.ts';
import type { FeedName } from '../../src/feeds/feed.ts';
import { priceFeeds } from '../../src/feeds/price-feeds.ts';
import { zoneFacts } from '../../src/feeds/zones.ts';
import { feedAnswer } from '../support/feeds/feed-answers.ts';
import { ask, feedCalled, questionOf, RATE } from '../support/feeds/feed-questions.ts';

/**
 * The names of each zone, for a person to review: its countries, its Energy Identification Code in ENTSO-E's list, and its
 * names at Energy-Charts, SMARD and Energi Data Service; `-` where it has none.
 */
const reviewed = `
AT          | AT    | 10YAT-APG------L | AT              | 4170 | -
BE          | BE    | 10YBE----------2 | BE              | 4996 | -
BG          | BG    | 10YCA-BULGARIA-R | BG              | -    | -
CH          | CH    | 10YCH-SWISSGRIDZ | CH              | 259  | -
CZ          | CZ    | 10YCZ-CEPS-----N | CZ              | 261  | -
DE-LU       | DE LU | 10Y1001A1001A82H | DE-LU           | 4169 | DE
DK1         | DK    | 10YDK-1--------W | DK1             | 252  | DK1
DK2         | DK    | 10YDK-2--------M | DK2             | 253  | DK2
EE          | EE    | 10Y1001A1001A39I | EE              | -    | -
ES          | ES    | 10YES-REE------0 | ES              | -    | -
FI          | FI    | 10YFI-1--------U | FI              | -    | -
FR          | FR MC | 10YFR-RTE------C | FR              | 254  | -
GR          | GR    | 10YGR-HTSO-----Y | GR              | -    | -
HR          | HR    | 10YHR-HEP------M | HR              | -    | -
HU          | HU    | 10YHU-MAVIR----U | HU              | 262  | -
IE-SEM      | IE    | 10Y1001A1001A59C | -               | -    | -
IT-NORTH    | IT    | 10Y1001A1001A73I | IT-North        | 255  | -
IT-CNORTH   | IT    | 10Y1001A1001A70O | IT-Centre-North | -    | -
IT-CSOUTH   | IT    | 10Y1001A1001A71M | IT-Centre-South | -    | -
IT-SOUTH    | IT    | 10Y1001A1001A788 | IT-South        | -    | -
IT-CALABRIA | IT    | 10Y1001C--00096J | IT-Calabria     | -    | -
IT-SICILY   | IT    | 10Y1001A1001A75E | IT-Sicily       | -    | -
IT-SARDINIA | IT    | 10Y1001A1001A74G | IT-Sardinia     | -    | -
LT          | LT    | 10YLT-1001A0008Q | LT              | -    | -
LV          | LV    | 10YLV-1001A00074 | LV              | -    | -
NL          | NL    | 10YNL----------L | NL              | 256  | -
NO1         | NO    | 10YNO-1--------2 | NO1             | -    | -
NO2         | NO    | 10YNO-2--------T | NO2             | 4997 | NO2
NO3         | NO    | 10YNO-3--------J | NO3             | -    | -
NO4         | NO    | 10YNO-4--------9 | NO4             | -    | -
NO5         | NO    | 10Y1001A1001A48H | NO5             | -    | -
PL          | PL    | 10YPL-AREA-----S | PL              | 257  | -
PT          | PT    | 10YPT-REN------W | PT              | -    | -
RO          | RO    | 10YRO-TEL------P | RO              | -    | -
SE1         | SE    | 10Y1001A1001A44P | SE1             | -    | -
SE2         | SE    | 10Y1001A1001A45N | SE2             | -    | -
SE3         | SE    | 10Y1001A1001A46L | SE3             | -    | SE3
SE4         | SE    | 10Y1001A1001A47J | SE4             | -    | SE4
SI          | SI    | 10YSI-ELES-----O | SI              | 260  | -
SK          | SK    | 10YSK-SEPS-----K | SK              | -    | -
`;

it('every zone has the names that its publishers have for it', () => {
  const rows = Object.entries(zoneFacts).map(([zone, { countries, eic, energyCharts, smard, energiData }]) =>
    [zone, countries.join(' '), eic, energyCharts ?? '-', smard ?? '-', energiData ?? '-'].join(' | '),
  );
  expect(rows).toEqual(
    reviewed
      .trim()
      .split('\n')
      .map((row) => row.replace(/ +(?= \||$)/g, '')),
  );
});

const DAY = '2026-01-14';
const { end } = deliveryDay(DAY);
/** Every zone that a feed has prices of. */
const zones = [...new Set(priceFeeds.flatMap((feed) => feed.zones))];
/** Euro per MWh: another in each zone, and in no zone that of another. */
const priceIn = (zone: string) => 20 + 2 * zones.indexOf(zone);
const world = { priceAt: priceIn, until: end };

/** The suppliers' own prices have answers of one series, and tests of their own. */
const feeds = priceFeeds.filter(({ name }) => !/^(pvpc|vse-)/.test(name));
const inAnotherCurrency: readonly FeedName[] = ['pse', 'octopus'];

describe.each(feeds.map(({ name, zones }) => [name, zones] as const))('%s', (name, zones) => {
  it.each(zones)('has the prices of %s, and not those of another zone', (zone) => {
    const [finding] = ask(name, questionOf(zone, DAY), world).findings;
    if (finding?.kind !== 'whole') throw new Error(`is ${finding?.kind}`);
    const price = priceIn(zone) / 1000 / (inAnotherCurrency.includes(name) ? RATE : 1);
    const read = new Set(finding.day.prices.map((each = Number.NaN) => each.toFixed(6)));
    expect([...read]).toEqual([price.toFixed(6)]);
  });
});

/** Feeds whose answer names its zone: the answer to a question about another zone is refused. */
it.each<[FeedName, string, string]>([
  ['entsoe', 'SE3', 'SE4'],
  ['energi-data-service', 'DK1', 'DK2'],
])('%s refuses for %s an answer about %s', (name, zone, other) => {
  const feed = feedCalled(name);
  const [request] = [feed.next(questionOf(other, DAY), [])];
  const { body } = feedAnswer(new URL('path' in request ? request.path : '', feed.address), world);
  expect(() => feed.next(questionOf(zone, DAY), [body])).toThrow('is not about');
});
