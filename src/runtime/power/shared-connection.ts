import type { Instant } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import type { PowerSpan } from '../../messages/power/quarters.ts';
import type { Claim } from '../../planner/house/order.ts';
import { planSite, type SitePlan } from '../../planner/house/site.ts';
import type { ConnectionProblem, StoreBeside } from '../../planner/joint/connection-house.ts';
import { connectionSearch } from '../../planner/joint/plan-connection.ts';
import { planWindow } from '../../planner/window/plan-window.ts';
import type { Work } from '../../planner/work.ts';
import type { Clock } from '../clock.ts';
import { type DeviceLoad, type WithheldReason, withheldAmong } from './connection/guard.ts';
import { guardLog } from './connection/guard-log.ts';
import { type ConnectedSite, createOutlook } from './connection/outlook.ts';
import { startRound } from './connection/plan-round.ts';
import { unexpectedLoad } from './connection/unexpected-load.ts';
import type { Dimming, GridLimit } from './dimming.ts';
import { createPowers, type Powers } from './powers.ts';
import { isOtherBalance, knowsSun } from './surplus.ts';

/** A device among those that share a grid connection. */
interface ConnectionMember {
  /** Names it in the log. */
  readonly name?: string;
  /**
   * What it asks the planner from the next minute on; `undefined` where it asks nothing. Left out of a car, which plans by itself around
   * the devices, and is the first to be withheld.
   */
  claim?(): Claim | undefined;
  /** What it takes whether or not it asks. */
  takes(): readonly PowerSpan[];
  /** What it takes now, by its plan or an override, whether or not it is withheld; `undefined` where that is nothing. */
  load(): DeviceLoad | undefined;
  /** Makes its plan again, on what the others leave. */
  replan(): void;
  /** Whether its output is on. */
  isOn(): boolean;
  /** Does what is due now by the plan that it has, as far as it is not withheld. */
  carryOut(): void;
}

/** A plan beside those of the other devices. */
interface ConnectionPlan extends SitePlan {
  /** The connection has too little power for the device: alone, or beside what others use. */
  readonly isAboveLimit: boolean;
  /** False of a plan on what the others' plans leave, made before all are planned together. */
  readonly isJoint: boolean;
}

/** The place of one device at a grid connection. */
export interface ConnectionSeat {
  plan(claim: Claim, from: Instant): ConnectionPlan;
  /** Requests that all are planned together, in the next turn of the event loop. */
  request(): void;
  /** Re-plans the others after what this device takes has changed, and withholds those for which no power is left. */
  changed(): void;
  /** Switches off the devices that are due to be off, before this one is switched on. */
  makeRoom(): void;
  /** Why it has to be off now, whoever has switched it on; `undefined` where it may be on. */
  withheld(): WithheldReason | undefined;
  /** Requests that all are planned together as soon as all have received their prices. */
  priced(): void;
  leave(): void;
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
  /** Load that the meter shows above what is expected, in kW. */
  unexpectedKw(): number;
}

const nextMinute = (now: Instant) => Math.ceil(now / 60) * 60;

/** A device that meets its need alone, but not on the power that is left. */
const isHeldBack = ({ outcome }: SitePlan, { demand, horizon, state }: Claim, from: Instant) =>
  outcome.kind === 'short' &&
  outcome.because === 'prices-end' &&
  planWindow(demand, horizon, from, state).outcome.kind !== 'short';

const mostKw = ({ demand }: Claim) =>
  Math.max(...(demand.shape === 'split' ? [demand.need] : demand.phases).map(({ kw }) => kw));

/** Seconds within which all devices of a site hear of new prices. */
const WITHIN = 1;
/** Seconds between two plannings that the guard requests. */
const GUARD_PAUSE = 60;
/** Float noise of power. */
const NOISE = 1e-9;

/** A linear program of a search with a battery or a charge for peaks takes up to 50 ms: the search is left to another thread at once. */
const hasLongSteps = ({ batteries, housePeak }: ConnectionProblem) => batteries.length > 0 || housePeak !== undefined;

/** What the connection keeps of a member. */
interface Place {
  /** What it takes, as of its last change. */
  takes: readonly PowerSpan[];
  /** Its turn in the last joint planning; devices that were not planned yet come last, but before cars. */
  turn: number;
}

/**
 * Plans all devices of a site together, and withholds those that would pass a limit. Events of one turn of the event loop lead to one
 * joint planning, which is spread over the next turns. Until it is done, each device goes by its standing plan, or by one that it makes on
 * what the others' standing plans leave.
 *
 * @param limitKw that the devices together never pass, with what the house is expected to take beside them.
 * @param powers what the site expects of its roofs and of its load.
 * @param grid what its operator leaves of that for a time: what runs then gives way at once.
 * @param site what else there is to know of it.
 */
export function sharedConnection(
  limitKw: number,
  clock: Clock,
  powers: Pick<Powers, 'expected' | 'onChange'> & Partial<Pick<Powers, 'measured'>> = createPowers(),
  grid?: Pick<GridLimit, 'dimming' | 'onChange'>,
  site: ConnectedSite = {},
): SharedConnection {
  const members = new Map<ConnectionMember, Place>();
  const batteries = new Set<() => StoreBeside | undefined>();
  /** The plans that members are taking up. */
  let plans: ReadonlyMap<ConnectionMember, SitePlan> = new Map();
  /** True while members take up plans of a round, or are withheld: what follows from that is no news. */
  let isTelling = false;
  /** Members that ask for something else since the round began. */
  let outdated = new Set<ConnectionMember>();
  let cancelRound: (() => void) | undefined;
  /** The plans of the round begin at this minute. */
  let roundFrom = 0;
  /** The members that were on when the round began. */
  let wereOn: ReadonlySet<ConnectionMember> = new Set();
  /** The plans of the round came too late for a member. */
  let isLate = false;
  /** A planning was requested while members were withheld. */
  let isWanted = false;
  let requested: { readonly at: Instant; readonly cancel: () => void } | undefined;
  /** As it was when all were planned last. */
  let balance = undefined as ReturnType<typeof outlook.balanceFrom>;
  let stopFollowing = () => {};
  let guardDue: { readonly at: Instant; readonly cancel: () => void } | undefined;
  /** The withheld members, each with its reason. */
  let withheld: ReadonlyMap<ConnectionMember, WithheldReason> = new Map();
  /** When the guard requested a planning last. */
  let guardedAt = Number.NEGATIVE_INFINITY;
  const dimming = () => grid?.dimming();
  const unexpected = unexpectedLoad(clock, powers);
  const outlook = createOutlook({ limitKw, powers, site, dimming, measured: unexpected.present });
  const log = guardLog(clock, site.onWarning);

  /** Everything that the joint plans from then on depend on, and the members of the claims. */
  function collected(from: Instant) {
    const claims = [...members.keys()].map((member) => [member, member.claim?.()] as const);
    const planned = claims.flatMap(([member, claim]) => (claim ? [{ member, claim }] : []));
    const others = claims.flatMap(([member, claim]) => (claim ? [] : [member]));
    const { surplus = [], withheld, peak } = outlook.from(from);
    const problem: ConnectionProblem = {
      claims: planned.map(({ claim }) => claim),
      limitKw: outlook.limitKw,
      now: from,
      taken: takenBy(others, from),
      ...{ surplus, withheld, peak, housePeak: site.peak?.house(from) },
      batteries: [...batteries].flatMap((battery) => battery() ?? []),
    };
    return { problem, planned: planned.map(({ member }) => member) };
  }

  /** Plans all members with a claim together. */
  function together(from: Instant) {
    const { planElsewhere } = site;
    let inputs: ReturnType<typeof collected>;
    return {
      here: (function* (): Work<ReadonlyMap<ConnectionMember, SitePlan>> {
        inputs = collected(from);
        if (planElsewhere && hasLongSteps(inputs.problem)) yield Number.POSITIVE_INFINITY;
        return ordered(inputs.planned, yield* connectionSearch(inputs.problem));
      })(),
      elsewhere:
        planElsewhere &&
        (async () => {
          try {
            const plans = await planElsewhere(inputs.problem);
            return plans && ordered(inputs.planned, plans);
          } catch (error) {
            log.failed(error);
            return undefined;
          }
        }),
    };
  }

  /** What some members take from then on, unless the grid operator leaves less than that. */
  function takenBy(some: readonly ConnectionMember[], from: Instant): PowerSpan[] {
    const most = dimming()?.kw ?? Number.POSITIVE_INFINITY;
    return some.flatMap((member) => members.get(member)?.takes ?? []).filter(({ end, kw }) => end > from && kw <= most);
  }

  /** A plan for one member on what the others' plans leave. */
  function beside(member: ConnectionMember, claim: Claim, from: Instant): SitePlan {
    const others = [...members.keys()].filter((other) => other !== member);
    const { surplus, withheld, peak } = outlook.from(from);
    return planSite([claim], outlook.limitKw, from, takenBy(others, from), surplus, withheld, peak)[0] as SitePlan;
  }

  /** What is due now, in the order of priority: overrides and runs without prices, then by turn. */
  function dueLoads(): (readonly [ConnectionMember, DeviceLoad])[] {
    const due = [...members].flatMap(([member, { turn }]) => {
      const load = member.load();
      return load ? [{ member, load, turn: load.by === 'plan' ? turn : -1 }] : [];
    });
    return due.sort((a, b) => a.turn - b.turn || 0).map(({ member, load }) => [member, load]);
  }

  /** The guard: who has to be off now, so that the limits are kept. */
  function withheldNow(loads = dueLoads()): Map<ConnectionMember, WithheldReason> {
    return withheldAmong(loads, outlook.limits(clock.now()));
  }

  const isSame = (one: ReadonlyMap<unknown, string>, other: ReadonlyMap<unknown, string>) =>
    one.size === other.size && [...one].every(([member, reason]) => other.get(member) === reason);

  /** Withholds those for which no power is left, and no others. */
  function enforce(): void {
    if (isTelling) return;
    guardDue?.cancel();
    guardDue = undefined;
    const loads = dueLoads();
    const before = withheld;
    withheld = withheldNow(loads);
    isTelling = true;
    if (!isSame(before, withheld))
      for (const member of [...members.keys()]) if (before.get(member) !== withheld.get(member)) member.carryOut();
    isTelling = false;
    if (isWanted) planAt(clock.now());
    isWanted = false;
    log.overridden(outlook.limits(clock.now()), loads, withheld);
    const isNews = [...withheld].some(([member]) => !before.has(member));
    if (isNews) {
      log.acted(outlook.limits(clock.now()), loads, withheld);
      // Planned again without the runs under way that have to give way, but not again and again.
      const now = clock.now();
      const isPaused = now >= guardedAt && now < guardedAt + GUARD_PAUSE;
      if (!isPaused) guardedAt = now;
      planAt(guardedAt + (isPaused ? GUARD_PAUSE : 0));
    }
    watch(loads);
  }

  function enforceAt(at: Instant): void {
    if (guardDue && guardDue.at <= at) return;
    guardDue?.cancel();
    guardDue = { at, cancel: clock.alarm(at, enforce) };
  }

  /** The limits and loads may be others with the next quarter hour, and with the next phase of a device. */
  function watch(loads: readonly (readonly [ConnectionMember, DeviceLoad])[]): void {
    if (loads.length === 0) return;
    const now = clock.now();
    const ends = loads.flatMap(([, { until }]) => until ?? []);
    enforceAt(Math.min(quarterOf(now) + QUARTER_HOUR, ...ends.filter((end) => end > now)));
  }

  /** Every plan of the round is made of the same claims, so that together they keep the limit. */
  function planAll(): void {
    requested = undefined;
    enforce();
    const now = clock.now();
    balance = outlook.balanceFrom(now);
    outdated = new Set();
    wereOn = new Set([...members.keys()].filter((member) => member.isOn()));
    isLate = false;
    cancelRound = () => {};
    roundFrom = nextMinute(now);
    const cancel = startRound(clock, together(roundFrom), adopt, isCurrent, endRound);
    if (cancelRound) cancelRound = cancel;
  }

  /** Puts the plans of devices that will be off first, so that no mixture of old and new plans exceeds a limit. */
  function ordered(planned: readonly ConnectionMember[], plans: readonly SitePlan[]) {
    const soon = clock.now() + 60;
    const isOn = ({ runs }: SitePlan) => runs.some(({ start, end }) => start < soon && clock.now() < end);
    const found = planned.map((member, i) => [member, plans[i] as SitePlan] as const);
    return new Map(found.sort(([, a], [, b]) => Number(isOn(a)) - Number(isOn(b))));
  }

  function isCurrent(member: ConnectionMember, plan: SitePlan): boolean {
    if (!members.has(member) || outdated.has(member)) return false;
    const isPast = isTooLate(member, plan);
    isLate ||= isPast;
    return !isPast;
  }

  /** A minute has begun that switched the member, or in which the plan would have switched it on. */
  function isTooLate(member: ConnectionMember, { runs }: SitePlan): boolean {
    const next = nextMinute(clock.now());
    if (next === roundFrom) return false;
    const isOn = member.isOn();
    return isOn !== wereOn.has(member) || (!isOn && runs.some(({ start }) => start < next));
  }

  function adopt(member: ConnectionMember, all: ReadonlyMap<ConnectionMember, SitePlan>): void {
    isTelling = true;
    plans = all;
    (members.get(member) as Place).turn = (all.get(member) as SitePlan).turn;
    member.replan();
    plans = new Map();
    isTelling = false;
  }

  function endRound(): void {
    cancelRound = undefined;
    enforce();
    if (isLate) planAt(clock.now());
  }

  function planAt(at: Instant): void {
    if (isTelling || (requested && requested.at <= at)) return;
    requested?.cancel();
    requested = { at, cancel: clock.alarm(at, planDue) };
  }

  /** A round under way is finished first: whoever asks for something else since does without its plan. */
  function planDue(): void {
    requested = undefined;
    if (cancelRound) planAt(clock.now() + WITHIN);
    else planAll();
  }

  const isShared = () =>
    outlook.isLimited || site.peak !== undefined || dimming() !== undefined || knowsSun(powers, clock.now());

  /** Sources of power say every minute how they stand: only another sun than was planned on is news. */
  function follow(): () => void {
    balance = outlook.balanceFrom(clock.now());
    const stopGrid = grid?.onChange(() => {
      enforce();
      planAt(clock.now());
    });
    const stopPowers = powers.onChange((kind) => {
      if (kind !== 'production' && kind !== 'consumption' && kind !== 'grid') return;
      const now = clock.now();
      outlook.forget();
      if (kind === 'grid') unexpected.measured(limitKw, dueLoads(), withheld);
      else if (isOtherBalance(outlook.balanceFrom(now), balance, now)) planAt(now);
      enforce();
    });
    return () => {
      stopGrid?.();
      stopPowers();
    };
  }

  return {
    isShared,
    dimming,
    unexpectedKw: () => unexpected.present()?.kw ?? 0,
    beside(battery) {
      batteries.add(battery);
      return () => batteries.delete(battery);
    },
    join(member) {
      if (members.size === 0) stopFollowing = follow();
      members.set(member, { takes: [], turn: member.claim ? Number.MAX_SAFE_INTEGER : Number.POSITIVE_INFINITY });
      return {
        plan(claim, from) {
          const joint = plans.get(member);
          const isJoint = joint !== undefined || (members.size === 1 && batteries.size === 0);
          const plan = joint ?? beside(member, claim, from);
          const isTooMuchAlone = mostKw(claim) + outlook.from(from).leastOwnKw > limitKw + NOISE;
          return { ...plan, isJoint, isAboveLimit: isTooMuchAlone || isHeldBack(plan, claim, from) };
        },
        request() {
          if (isTelling) isWanted = true;
          else outdated.add(member);
          planAt(clock.now());
        },
        changed() {
          const place = members.get(member);
          if (!place) return;
          const takes = member.takes();
          const isNews = JSON.stringify(place.takes) !== JSON.stringify(takes);
          place.takes = takes;
          if (isTelling) return;
          if (isNews) outdated.add(member);
          const loads = dueLoads();
          // Not at once: the member is still taking up its own. A run that begins is no news, and others may have to give way to it.
          if (!isSame(withheldNow(loads), withheld)) enforceAt(clock.now());
          else watch(loads);
          if (members.size > 1 && isShared() && isNews) planAt(clock.now());
        },
        makeRoom() {
          for (const other of [...members.keys()])
            if (other !== member && other.isOn() && !other.load()) other.carryOut();
        },
        withheld: () => withheldNow().get(member),
        priced: () => planAt(clock.now() + WITHIN),
        leave() {
          members.delete(member);
          if (members.size > 0) return;
          requested?.cancel();
          guardDue?.cancel();
          cancelRound?.();
          requested = guardDue = cancelRound = undefined;
          stopFollowing();
        },
      };
    },
  };
}
