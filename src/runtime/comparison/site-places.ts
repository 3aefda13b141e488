import { figuresFolder } from '../figures/site-figures.ts';
import { keptIn, type LiveMeans } from '../live/shared-live.ts';
import type { RunningBillOptions } from '../power/running-bill.ts';
import type { Site } from '../site.ts';
import type { SiteSettings } from '../site-settings.ts';
import type { CountryHome } from './contract-bills.ts';
import type { CostPlaces } from './cost-holdings.ts';
import { monthBillInWorker } from './in-worker.ts';

/** The contracts and prices of a site. */
export function sitePlaces(
  { catalogue: own, contracts, figures, live }: Site['contracts'],
  means: LiveMeans,
): CostPlaces {
  return {
    ...{ own, contracts, keep: keptIn(live ?? { sources: '' }, means) },
    figures: figures && figuresFolder(figures, means),
  };
}

/** The facts of a site that bills depend on, and the network charge of its household. */
export function siteHome({ importKw, billFacts, household = {} }: Housed): CountryHome {
  const { country, grid } = household;
  return {
    ...{ country, ...billFacts },
    ...(importKw !== undefined && { contractedKw: importKw }),
    ...(grid instanceof Object && 'id' in grid && { grid: String(grid.id) }),
  };
}

type Housed = Pick<SiteSettings, 'importKw' | 'billFacts'> & Pick<Site, 'household'>;

/** The calculation of a site's bill; `undefined` without a contract of the embedded service. */
export function billOfMonth(settings: SiteSettings, means: LiveMeans): RunningBillOptions['calculate'] {
  const { service, household } = settings;
  if (service.kind !== 'embedded' || !household) return undefined;
  const home = siteHome(settings);
  return (readings, now) =>
    monthBillInWorker({ month: { household, home, ...readings }, places: sitePlaces(service, means), now });
}
