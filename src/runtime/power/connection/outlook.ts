import type { Instant } from '../../../core/time.ts';
import { MOST_ENERGY } from '../../../messages/demand/demand.ts';
import type { NetPeak } from '../../../planner/house/peak-caps.ts';
import { peakTermsOf } from '../../../planner/house/peak-terms.ts';
import type { SitePlan } from '../../../planner/house/site.ts';
import { leftOf, type Surplus } from '../../../planner/house/surplus.ts';
import type { ConnectionProblem } from '../../../planner/joint/connection-house.ts';
import type { Dimming } from '../dimming.ts';
import type { Powers } from '../powers.ts';
import type { SiteMeter } from '../site-meter.ts';
import { balanceOf, knowsLoad, knowsSun, leastOf, ownLoadAt, ownLoadOf, surplusAt, surplusIn } from '../surplus.ts';
import type { DeviceLimits } from './guard.ts';

/** The part of a site that its devices share. */
export interface ConnectedSite {
  /** The most that it may feed in. */
  readonly exportKw?: number | undefined;
  /** Left out where nobody charges for peaks. */
  readonly peak?: Pick<NonNullable<SiteMeter['peak']>, 'house'> | undefined;
  /** Called with what is to be logged. */
  readonly onWarning?: ((text: string) => void) | undefined;
  /** Plans long problems off the main thread: `undefined` if a demand cannot be planned. Left out, the main thread plans them. */
  readonly planElsewhere?: ((problem: ConnectionProblem) => Promise<readonly SitePlan[] | undefined>) | undefined;
}

/** What is known of a site at an instant, beside its devices. */
interface SiteOutlook {
  /** What the sun leaves, or lacks, as far as that matters to the devices: nothing where it does not. */
  readonly balance: Surplus[] | undefined;
  readonly surplus: Surplus[] | undefined;
  /** What the grid connection lacks for a time, though no device takes it: the house's own load and the grid operator's limit. */
  readonly withheld: readonly Surplus[];
  readonly peak: NetPeak | undefined;
  /** The least that the house takes of the grid connection. */
  readonly leastOwnKw: number;
}

/** Quarter hours of two days, for which peaks are weighed. */
const PEAKS_AHEAD = 192;

interface OutlookOptions {
  readonly limitKw: number;
  readonly powers: Pick<Powers, 'expected'>;
  readonly site: ConnectedSite;
  dimming(): Dimming | undefined;
  /** kW above what is expected that the meter has measured, and the instant until which it counts. */
  measured(): { readonly kw: number; readonly until: Instant } | undefined;
}

/** The surroundings of the devices of a site. What is worked out for one instant serves all of them. */
export function createOutlook({ limitKw, powers, site, dimming, measured }: OutlookOptions) {
  const isLimited = limitKw < Number.POSITIVE_INFINITY;
  let last: { readonly from: Instant; readonly key: string; readonly outlook: SiteOutlook } | undefined;
  let lastBalance: { readonly now: Instant; readonly balance: Surplus[] } | undefined;
  let lastLimits: { readonly now: Instant; readonly ownKw: number; readonly surplusKw: number } | undefined;

  function wholeBalance(now: Instant): Surplus[] {
    if (lastBalance?.now !== now) lastBalance = { now, balance: balanceOf(powers, now) };
    return lastBalance.balance;
  }

  /** Without a limit and a charge for peaks it makes no difference how much the house has to buy. */
  function balanceFrom(now: Instant): Surplus[] | undefined {
    if (site.peak || (isLimited && knowsLoad(powers, now))) return wholeBalance(now);
    return knowsSun(powers, now) ? wholeBalance(now).map((each) => ({ ...each, kw: Math.max(0, each.kw) })) : undefined;
  }

  /** What the house buys and sells without its devices, by the peaks of the month. */
  function peakFrom(from: Instant, balance: Surplus[] = []): NetPeak | undefined {
    if (!site.peak) return undefined;
    const net = balance
      .slice(0, PEAKS_AHEAD)
      .map(({ start, end, kw }) => ({ start: Math.max(start, from), end, kw: -kw }));
    return { terms: peakTermsOf(site.peak.house(from), from), net };
  }

  function outlookFrom(from: Instant): SiteOutlook {
    const balance = balanceFrom(from);
    const own = isLimited && knowsLoad(powers, from) ? ownLoadOf(powers, from, wholeBalance(from)) : [];
    const order = dimming();
    const dimmedKw = Math.min(limitKw, MOST_ENERGY) - (order?.kw ?? 0);
    const dimmed = order && dimmedKw > 0 ? [{ start: from, end: order.until, kw: dimmedKw }] : [];
    const excess = measured();
    const above = isLimited && excess && excess.until > from ? [{ start: from, end: excess.until, kw: excess.kw }] : [];
    return {
      balance,
      surplus: balance && surplusIn(balance, site.exportKw),
      withheld: [...dimmed, ...leftOf([...own], dimmed), ...above],
      peak: peakFrom(from, balance),
      leastOwnKw: leastOf(own),
    };
  }

  return {
    isLimited,
    /** The limit in a number that the planner takes. */
    limitKw: Math.min(limitKw, MOST_ENERGY),
    balanceFrom,
    from(from: Instant): SiteOutlook {
      const key = JSON.stringify([dimming(), measured()]);
      if (last?.from !== from || last.key !== key) last = { from, key, outlook: outlookFrom(from) };
      return last.outlook;
    },
    /** What is left for the devices now. */
    limits(now: Instant): DeviceLimits {
      if (lastLimits?.now !== now)
        lastLimits = { now, ownKw: isLimited ? ownLoadAt(powers, now) : 0, surplusKw: surplusAt(powers, now) };
      const { ownKw, surplusKw } = lastLimits;
      return {
        gridKw: dimming()?.kw ?? Number.POSITIVE_INFINITY,
        importKw: limitKw - ownKw - (measured()?.kw ?? 0),
        exportKw: (site.exportKw ?? Number.POSITIVE_INFINITY) - surplusKw,
      };
    },
    /** Forgets what was worked out: sun or load are expected to be others. */
    forget(): void {
      last = undefined;
      lastBalance = undefined;
      lastLimits = undefined;
    },
  };
}
