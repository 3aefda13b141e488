import type { Instant } from '../../core/time.ts';
import { MOST_ENERGY } from '../../messages/demand/demand.ts';
import type { PowerSpan } from '../../messages/power/quarters.ts';
import type { Claim } from '../../planner/house/order.ts';
import type { NetPeak } from '../../planner/house/peak-caps.ts';
import { peakTermsOf } from '../../planner/house/peak-terms.ts';
import { planSite, type SitePlan } from '../../planner/house/site.ts';
import { leftOf, type Surplus } from '../../planner/house/surplus.ts';
import { besideStore, type StoreBeside } from '../../planner/joint/beside-store.ts';
import type { Clock } from '../clock.ts';
import type { Dimming, GridLimit } from './dimming.ts';
import { createPowers, type Powers } from './powers.ts';
import type { SiteMeter } from './site-meter.ts';
import { balanceOf, isOtherBalance, knowsLoad, knowsSun, leastOf, ownLoadOf, surplusIn } from './surplus.ts';

/** A device among those that share a connection. */
interface ConnectionMember {
  /** What it asks the planner from the next minute on; `undefined` where it asks nothing. */
  claim(): Claim | undefined;
  /** What it takes whether or not it asks. */
  takes(): readonly PowerSpan[];
  /** Makes its plan again, on what the others leave. */
  replan(): void;
  /** Does what it may at once, by the plan that it has. */
  obey(): void;
}

/** The place of one device at a connection. */
export interface ConnectionSeat {
  /** `isAboveLimit` of a device that alone asks for more than there is. */
  plan(claim: Claim, from: Instant): SitePlan & { readonly isAboveLimit: boolean };
  /** Hears that the member may take something else than before: the others are planned again. */
  changed(): void;
  /** True where the grid operator leaves it no power, whoever has switched it on. */
  isCut(): boolean;
  /** Hears of new prices: all are planned again when all have had the time to hear of them. */
  priced(): void;
  leave(): void;
}

/** The part of a site that its devices share. */
interface ConnectedSite {
  /** The most that it may feed in. */
  readonly exportKw?: number | undefined;
  /** Left out where nobody charges for peaks. */
  readonly peak?: Pick<NonNullable<SiteMeter['peak']>, 'house'> | undefined;
}

/** The devices of a site that share a limit, the sun or a charge for peaks: whoever plans, plans for all, and the others follow. */
export interface SharedConnection {
  join(member: ConnectionMember): ConnectionSeat;
  /** A battery beside the devices, `undefined` while it goes by no plan; what is returned takes it away. */
  beside(battery: () => StoreBeside | undefined): () => void;
  /** False while there is nothing to share: each plans for itself. */
  isShared(): boolean;
  /** What the grid operator leaves of it for a time. */
  dimming(): Dimming | undefined;
}

/** Where the planner refuses, what stands stands: whoever asks for itself hears of it, and says so. */
function refusable<T>(plans: () => Map<ConnectionMember, T>): Map<ConnectionMember, T> {
  try {
    return plans();
  } catch {
    return new Map();
  }
}

const mostKw = ({ demand }: Claim) =>
  Math.max(...(demand.shape === 'split' ? [demand.need] : demand.phases).map(({ kw }) => kw));

/** Seconds within which all devices of a site hear of new prices. */
const WITHIN = 1;
/** Quarter hours of two days, for which peaks are weighed. */
const PEAKS_AHEAD = 192;
/** Float noise of power. */
const NOISE = 1e-9;

/**
 * @param limitKw that the devices together never plan to pass, with what the house is expected to take beside them.
 * @param powers what the site expects of its roofs and of its load.
 * @param grid what its operator leaves of that for a time: what runs then gives way at once.
 * @param site what else there is to know of it.
 */
export function sharedConnection(
  limitKw: number,
  clock: Clock,
  powers: Pick<Powers, 'expected' | 'onChange'> = createPowers(),
  grid?: Pick<GridLimit, 'dimming' | 'onChange'>,
  site: ConnectedSite = {},
): SharedConnection {
  const members = new Map<ConnectionMember, string>();
  const batteries = new Set<() => StoreBeside | undefined>();
  /** The plans that the members are being told. */
  let told: ReadonlyMap<ConnectionMember, SitePlan> = new Map();
  let isTelling = false;
  /** As it was when all were planned last. */
  let balance: Surplus[] | undefined;
  let stopFollowing = () => {};
  /** Those that had to give way when all were told last. */
  let cut: ReadonlySet<ConnectionMember> = new Set();
  let due: { readonly at: Instant; readonly cancel: () => void } | undefined;

  const isLimited = limitKw < Number.POSITIVE_INFINITY;

  /** Without a limit and a charge for peaks it is all the same how much the house has to buy. */
  function balanceFrom(now: Instant): Surplus[] | undefined {
    if (site.peak || (isLimited && knowsLoad(powers, now))) return balanceOf(powers, now);
    return knowsSun(powers, now)
      ? balanceOf(powers, now).map((each) => ({ ...each, kw: Math.max(0, each.kw) }))
      : undefined;
  }

  /** What the house buys and sells without its devices, by the peaks of the month. */
  function peakFrom(from: Instant, present: Surplus[] = []): NetPeak | undefined {
    if (!site.peak) return undefined;
    const net = present
      .slice(0, PEAKS_AHEAD)
      .map(({ start, end, kw }) => ({ start: Math.max(start, from), end, kw: -kw }));
    return { terms: peakTermsOf(site.peak.house(from), from), net };
  }

  function together(from: Instant, asking?: ConnectionMember, claim?: Claim): Map<ConnectionMember, SitePlan> {
    const claims = [...members.keys()].map((member) => [member, member === asking ? claim : member.claim()] as const);
    const asked = claims.flatMap(([member, claim]) => (claim ? [{ member, claim }] : []));
    const all = asked.map(({ claim }) => claim);
    const others = claims.flatMap(([member, claim]) => (claim ? [] : member.takes()));
    const taken = others.filter(({ end, kw }) => end > from && kw <= (grid?.dimming()?.kw ?? kw));
    const present = balanceFrom(from);
    const surplus = present && surplusIn(present, site.exportKw);
    const limit = Math.min(limitKw, MOST_ENERGY);
    const alone = planSite(all, limit, from, taken, surplus, withheld(from), peakFrom(from, present));
    // Of several batteries nobody says quickly enough what each leaves to the others.
    const [battery, another] = [...batteries].flatMap((each) => each() ?? []);
    const plans =
      battery && !another
        ? besideStore(all, alone, battery, from, { limitKw: limit, withheld: withheld(from), taken, surplus: surplus ?? [], peak: site.peak?.house(from) })
        : alone;
    return new Map(asked.map(({ member }, i) => [member, plans[i] as SitePlan]));
  }

  /** What the house takes of the connection, and what the grid operator takes away: that is of the devices alone. */
  function withheld(from: Instant): Surplus[] {
    const dimming = grid?.dimming();
    const kw = Math.min(limitKw, MOST_ENERGY) - (dimming?.kw ?? 0);
    const order = dimming && kw > 0 ? [{ start: from, end: dimming.until, kw }] : [];
    return [...order, ...(isLimited ? leftOf(ownLoadOf(powers, from), order) : [])];
  }

  /** Of those that are to be on with the next minute, by hand first: the ones for which no power is left. */
  function cutNow(): ReadonlySet<ConnectionMember> {
    const dimming = grid?.dimming();
    if (!dimming) return new Set();
    const at = Math.ceil(clock.now() / 60) * 60;
    let left = dimming.kw + NOISE;
    const byHand = (member: ConnectionMember) => (member.claim() ? 1 : 0);
    const inTurn = [...members.keys()].sort((a, b) => byHand(a) - byHand(b));
    const hasRoom = (member: ConnectionMember) => {
      const taken = member.takes().filter(({ start, end }) => start <= at && at < end);
      const kw = Math.max(...taken.map((span) => span.kw));
      if (taken.length === 0 || kw > left) return false;
      left -= kw;
      return true;
    };
    return new Set(inTurn.filter((member) => !hasRoom(member)));
  }

  function isOtherCut(): boolean {
    const present = cutNow();
    return present.size !== cut.size || [...present].some((member) => !cut.has(member));
  }

  /** Every plan of the round is made of the same claims, so that together they keep the limit. */
  function tellAll(): void {
    due = undefined;
    isTelling = true;
    balance = balanceFrom(clock.now());
    const before = cut;
    cut = cutNow();
    told = refusable(() => together(Math.ceil(clock.now() / 60) * 60));
    for (const member of told.keys()) member.replan();
    told = new Map();
    cut = cutNow();
    if (before.size + cut.size > 0) for (const member of members.keys()) member.obey();
    isTelling = false;
    // Planned again without the runs under way that had to give way.
    if ([...cut].some((member) => !before.has(member))) tellAt(clock.now());
  }

  grid?.onChange(tellAll);

  function tellAt(at: Instant): void {
    if (isTelling || (due && due.at <= at)) return;
    due?.cancel();
    due = { at, cancel: clock.alarm(at, tellAll) };
  }

  const isShared = () =>
    isLimited || site.peak !== undefined || grid?.dimming() !== undefined || knowsSun(powers, clock.now());

  /** Sources of power say every minute how they stand: only another sun than was planned on is news. */
  function follow(): () => void {
    balance = balanceFrom(clock.now());
    return powers.onChange((kind) => {
      if (kind !== 'production' && kind !== 'consumption') return;
      const now = clock.now();
      if (isOtherBalance(balanceFrom(now), balance, now)) tellAt(now);
    });
  }

  return {
    isShared,
    dimming: () => grid?.dimming(),
    beside(battery) {
      batteries.add(battery);
      return () => batteries.delete(battery);
    },
    join(member) {
      if (members.size === 0) stopFollowing = follow();
      members.set(member, '');
      return {
        plan(claim, from) {
          const plan = told.get(member) ?? (together(from, member, claim).get(member) as SitePlan);
          return { ...plan, isAboveLimit: mostKw(claim) + leastOf(ownLoadOf(powers, from)) > limitKw + NOISE };
        },
        changed() {
          const takes = JSON.stringify(member.takes());
          const isNews = members.get(member) !== takes;
          members.set(member, takes);
          // Not at once: the member is still taking up its own. A run that begins is no news, and others may have to give way to it.
          if (members.size > 1 && isShared() && (isNews || isOtherCut())) tellAt(clock.now());
        },
        isCut: () => (isTelling ? cut : cutNow()).has(member),
        priced: () => tellAt(clock.now() + WITHIN),
        leave() {
          members.delete(member);
          if (members.size > 0) return;
          due?.cancel();
          stopFollowing();
        },
      };
    },
  };
}
