import type { Feed } from './feed.ts';
import { EVERY_SOURCE } from './source-names.ts';
import { elprisetJustNu, hvaKosterStrommen } from './sources/prices/daily-lists.ts';
import { elering } from './sources/prices/elering.ts';
import { energiDataService } from './sources/prices/energi-data-service.ts';
import { energyCharts } from './sources/prices/energy-charts.ts';
import { energyZero } from './sources/prices/energyzero.ts';
import { entsoe } from './sources/prices/entsoe.ts';
import { octopus } from './sources/prices/octopus.ts';
import { omie } from './sources/prices/omie.ts';
import { ote } from './sources/prices/ote.ts';
import { pse } from './sources/prices/pse.ts';
import { smard } from './sources/prices/smard.ts';
import { spotHinta } from './sources/prices/spot-hinta.ts';
import { pvpc } from './sources/tariffs/pvpc.ts';
import { vse } from './sources/tariffs/vse.ts';

/** Every feed of exchange prices and of prices that are published like them, in the order in which they are asked. */
export const priceFeeds: readonly Feed[] = [
  entsoe,
  energyCharts,
  energiDataService,
  smard,
  omie,
  ote,
  pse,
  energyZero,
  elprisetJustNu,
  hvaKosterStrommen,
  elering,
  spotHinta,
  octopus,
  pvpc,
  ...vse,
];

/**
 * Feeds by name that alone are to be asked, each at its own address or, where there is one, at another. `EVERY_SOURCE` among
 * them stands for all that there are.
 */
export type ChosenSources = ReadonlyMap<string, string | undefined>;

/** Whether a feed may be asked; `open`: its terms let anybody. */
export const isChosen = (chosen: ChosenSources, name: string, open: boolean): boolean =>
  chosen.size > 0 ? chosen.has(name) || chosen.has(EVERY_SOURCE) : open;

/**
 * The feeds of a zone that may be asked: those that are chosen; where none is, those under an open licence. The one that
 * wants a token is asked where there is one.
 */
export const feedsOf = (zone: string, chosen: ChosenSources, token: string | undefined): readonly Feed[] =>
  priceFeeds.filter((feed) => {
    if (!feed.zones.includes(zone) || (feed.needsToken && !token)) return false;
    return isChosen(chosen, feed.name, feed.needsToken || feed.termsIn(zone).use === 'open');
  });
