import { type Instant, isKnownTime } from '../../core/time.ts';
import type { CarPatch, CarSettings } from '../../messages/battery/car.ts';
import { nextDeadline } from '../../messages/demand/deadlines.ts';
import { readWeek } from '../../messages/demand/week.ts';
import { endTold, instantOf } from '../../messages/iso.ts';
import { endAfter } from '../../messages/order-end.ts';
import { MessageError } from '../../messages/parse.ts';
import { countAfter, type ReportedSoc, reportedAfter, SOC_DELAY } from '../account/reported-soc.ts';
import { LEAST_PACE } from '../device/credit.ts';
import { byHandAt, byHandMoved, type Forced, timeMoved } from './by-hand.ts';
import { chargeSteps } from './charge-steps.ts';
import type { Moment } from './store-kind.ts';

/** The need that messages requested. */
interface CarNeed {
  readonly targetSoc: number | null;
  readonly energyKwh: number | null;
  readonly readyBy: string | null;
}

/** The state of a car: what messages requested, and what is known of its charge. */
export interface Car extends CarNeed {
  readonly enabled: boolean | null;
  /** The need that holds again after the next deadline; `null` unless a one-off need is in force. */
  readonly lasting: CarNeed | null;
  readonly forced: Forced<'charge' | 'hold'> | null;
  readonly overrideUntil: string | number | null;
  /** `null` where nobody says whether it is plugged in: it is taken to be. */
  readonly connected: boolean | null;
  /** What it has, or of one that never says how full it is, what it got since its need was armed. */
  readonly kwh: number;
  /** The time at which it last said how full it is. */
  readonly saidAt: Instant | null;
  /** The last report of its state of charge; `null` from plugging in until the next one. */
  readonly reported: ReportedSoc | null;
  /** The instant up to which that is counted. */
  readonly countedTo: Instant | null;
  /** The counts of the last minutes, the oldest first: a late report may be about any of them. */
  readonly counts: readonly { readonly at: Instant; readonly kwh: number }[];
  /** The power that is measured. */
  readonly measured: { readonly kw: number; readonly at: Instant } | null;
  /** The most power that it took when its charger offered more, until its need is armed again; `null` unless measured. */
  readonly maxKw: number | null;
  /** What its charger was told last, which holds until then. */
  readonly ordered: { readonly kw: number; readonly until: Instant; readonly byPlan: boolean } | null;
  /** Its next deadline. */
  readonly by: Instant | null;
}

export const newCar: Car = {
  ...{
    enabled: null,
    targetSoc: null,
    energyKwh: null,
    readyBy: null,
    lasting: null,
    forced: null,
    overrideUntil: null,
  },
  ...{ connected: null, kwh: 0, saidAt: null, reported: null, countedTo: null, counts: [] },
  ...{ measured: null, maxKw: null, ordered: null, by: null },
};

/** Seconds for which a measured power, or a state of charge, is that of now. */
const FRESH = 900;

/** The car with what it got until `now`: by what is measured, else by our own orders; unplugged it gets nothing. */
function charged(car: Car, { capacityKwh, efficiency }: CarSettings, now: Instant): Car {
  const { countedTo, measured, ordered, connected, kwh } = car;
  if (countedTo === null || connected === false || now < countedTo) return { ...car, countedTo: now };
  const metered = Math.min(now, measured ? Math.max(countedTo, measured.at + FRESH) : countedTo);
  const told = Math.max(metered, Math.min(now, ordered?.until ?? metered));
  const kws = (measured?.kw ?? 0) * (metered - countedTo) + (ordered?.kw ?? 0) * (told - metered);
  const got = (kws / 3600) * (efficiency / 100);
  const has = got > 0 ? Math.min(Math.max(capacityKwh, kwh), kwh + got) : kwh;
  return { ...car, kwh: has, countedTo: now, counts: countsAfter(car, has, now) };
}

/** Seconds between counts that are kept. */
const APART = 60;

/** The counts that a late report may be of, and the last one before them. */
function countsAfter({ counts }: Car, kwh: number, now: Instant): Car['counts'] {
  const first = counts.findLastIndex(({ at }) => at <= now - SOC_DELAY);
  const kept = counts.slice(Math.max(0, first));
  return now < (kept.at(-1)?.at ?? Number.NEGATIVE_INFINITY) + APART ? kept : [...kept, { at: now, kwh }];
}

/** The car after a report of its state of charge; a report that rounding and delay explain leaves our own count as it is. */
function reportedCar(car: Car, soc: number, { capacityKwh }: CarSettings, now: Instant): Partial<Car> {
  const percent = (kwh: number) => (kwh / capacityKwh) * 100;
  const reported = reportedAfter(car.reported, soc);
  const count = {
    now: percent(car.kwh),
    late: percent(car.counts[0]?.kwh ?? car.kwh),
    isCharging: drawnKw(car, now) > 0,
  };
  const after = countAfter(reported, car.reported, count);
  const kwh = after === count.now ? car.kwh : (after / 100) * capacityKwh;
  const counts = car.counts.map((each) => ({ ...each, kwh: each.kwh + kwh - car.kwh }));
  return { kwh, saidAt: now, reported, counts };
}

/** The car where its clock was set by `step` seconds: what it has said, and was told last, is as old as it was. */
export function movedCar(car: Car, step: number): Car {
  const { saidAt, countedTo, counts, measured, ordered } = car;
  return {
    ...byHandMoved(car, step),
    saidAt: timeMoved(saidAt, step),
    counts: counts.map(({ at, kwh }) => ({ at: at + step, kwh })),
    countedTo: timeMoved(countedTo, step),
    measured: measured && { ...measured, at: measured.at + step },
    ordered: ordered && { ...ordered, until: ordered.until + step },
  };
}

/** The car without what is over; the need of one that does not say whether it is plugged in is armed at each deadline. */
export function settledCar(car: Car, settings: CarSettings, { now, timeZone }: Moment): Car {
  const isOver = car.by !== null && car.by <= now;
  const need = car.lasting && isOver ? { ...car.lasting, lasting: null } : {};
  const present = { ...charged(car, settings, now), ...need };
  const { readyBy } = present;
  const hand = byHandAt(car, now);
  const by = isKnownTime(now) ? deadlineOf(readyBy, settings.readyBy, { now, timeZone }) : car.by;
  const isArmed = isOver && car.connected === null && car.saidAt === null;
  const isPast = readyBy !== null && !readWeek(readyBy) && instantOf(readyBy) <= now;
  // A one-off need replaces the need of the deadline that follows its own, as the same night is meant.
  const isMet = car.lasting && isOver && by === deadlineOf(readyBy, settings.readyBy, { now: car.by - 1, timeZone });
  const kwh = isMet ? (goalOf(present, settings) ?? 0) : 0;
  return {
    ...{ ...present, ...(isPast && { readyBy: null }), ...hand, by, ...(isArmed && { kwh }) },
    ...((isOver || isPowerUnknown(car, now)) && { maxKw: null }),
  };
}

function deadlineOf(told: string | null, own: string, { now, timeZone }: Moment): Instant {
  const texts = [...(told === null ? [] : [told]), own];
  for (const text of texts) {
    const week = readWeek(text);
    if (week) return nextDeadline(week, now, timeZone);
    if (instantOf(text) > now) return instantOf(text);
  }
  return now;
}

/** The car after a message. Throws a `MessageError` where it cannot follow it. */
export function toldCar(car: Car, patch: CarPatch, settings: CarSettings, moment: Moment): Car {
  const { now } = moment;
  assertPower(patch, settings);
  const { forced, kwh, saidAt } = car;
  const before = patch.reset ? newCar : car;
  const { connected = car.connected, soc, powerKw } = patch;
  const isTurned = (connected ?? true) !== (car.connected ?? true);
  const { enabled = before.enabled } = patch;
  const lasting = needAfter(before.lasting ?? before, patch);
  const need = patch.once === undefined ? needAfter(before, patch) : needAfter(lasting, patch.once ?? {});
  const isOnce = JSON.stringify(need) !== JSON.stringify(lasting);
  const unknown = { kwh: 0, saidAt: null, reported: null, counts: [] };
  // On coming back it has what it says from now on, or what it said while it was away.
  const fresh = isTurned && connected === false ? { ...unknown, measured: null, maxKw: null } : { kwh, saidAt };
  const measured =
    powerKw == null
      ? powerKw === null && { measured: null, maxKw: null }
      : { measured: { kw: powerKw, at: now }, maxKw: maxKwAfter(car, powerKw, now) };
  const overrideUntil = endAfter(patch, before.overrideUntil);
  const next: Car = {
    ...{ ...car, enabled, ...need, lasting: isOnce ? lasting : null, connected },
    ...fresh,
    ...(soc === null && unknown),
    ...measured,
    ...(soc != null && reportedCar({ ...car, ...fresh }, soc, settings, now)),
    overrideUntil,
  };
  const by = settledCar({ ...next, by: null }, settings, moment).by;
  return { ...next, by, forced: forcedBy(patch, patch.reset ? null : forced, overrideUntil, by ?? now, now) };
}

const needAfter = (
  before: CarNeed,
  { targetSoc = before.targetSoc, energyKwh = before.energyKwh, readyBy = before.readyBy }: CarPatch,
): CarNeed => ({ targetSoc, energyKwh, readyBy });

/** The one-off need in force, in the form of a message. */
export function carOnce({ lasting, ...car }: Car): Pick<CarPatch, 'once'> {
  const keys = (['targetSoc', 'energyKwh', 'readyBy'] as const).filter((key) => lasting && lasting[key] !== car[key]);
  return keys.length > 0 ? { once: Object.fromEntries(keys.map((key) => [key, car[key]])) } : {};
}

/** Measured, a charger may be a little beyond what it was told. */
const METERED = 1.25;

function assertPower({ powerKw }: CarPatch, settings: CarSettings): void {
  const { kw = 0 } = chargeSteps(settings).at(-1) ?? {};
  if (powerKw == null || powerKw <= kw * METERED) return;
  const hint = powerKw / 1000 <= kw * METERED ? ': W in place of kW?' : '';
  throw new MessageError(`powerKw: ${powerKw} kW${hint} Its charger gives at most ${kw} kW`);
}

/** By hand until then, so many minutes, or else the next deadline. */
function forcedBy(
  patch: CarPatch,
  forced: Car['forced'],
  told: string | number | null,
  by: Instant,
  now: Instant,
): Car['forced'] {
  const { override = forced?.mode ?? null } = patch;
  if (override === null || override === 'auto') return null;
  const isTold = patch.override !== undefined || patch.overrideUntil !== undefined;
  if (!isTold && forced) return forced;
  return { mode: override, until: endTold(told, now) ?? by };
}

/** What it is to have, in kWh of its battery; `undefined` where nobody has said what that is. */
export function goalOf(car: Car, settings: CarSettings): number | undefined {
  const { capacityKwh, efficiency } = settings;
  if (car.saidAt !== null) return ((car.targetSoc ?? settings.targetSoc) / 100) * capacityKwh;
  const energyKwh = car.energyKwh ?? settings.energyKwh;
  return energyKwh === undefined ? undefined : Math.min(capacityKwh, (energyKwh * efficiency) / 100);
}

/** How it is known what it has. */
export function countedBy({ saidAt, measured }: Car, now: Instant): 'soc' | 'measured' | 'orders' {
  if (saidAt !== null && now - saidAt < FRESH) return 'soc';
  return measured && now - measured.at < FRESH ? 'measured' : 'orders';
}

/** A car that takes this share of what it is ordered is taken to follow the order. */
const FOLLOWS = 0.97;

/** Without a new report, a car is counted by its orders again. */
const isPowerUnknown = ({ measured, ordered }: Car, now: Instant): boolean =>
  measured !== null && now - measured.at >= FRESH && ordered !== null && ordered.kw > 0 && ordered.until >= now;

/** The most power that a car takes, after it was measured to take `kw`. */
function maxKwAfter({ maxKw, ordered }: Car, kw: number, now: Instant): number | null {
  if (!ordered?.kw || ordered.until <= now || kw < LEAST_PACE * ordered.kw) return maxKw;
  return kw < FOLLOWS * ordered.kw ? kw : null;
}

/** The power that it draws as far as anybody knows. */
export const drawnKw = ({ measured, ordered }: Car, now: Instant): number =>
  measured && now - measured.at < FRESH ? measured.kw : (ordered?.kw ?? 0);
