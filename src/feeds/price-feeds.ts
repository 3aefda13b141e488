import type { Feed } from './feed.ts';
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

/** Every feed of exchange prices, in the order in which they are asked. */
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
];
