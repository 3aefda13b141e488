import { round6 } from '../../core/components.ts';
import { addDays, DAY_SECONDS, type Instant, localDate, localDay } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import type { BatteryOrder } from '../../messages/battery/report.ts';
import { type BatteryPatch, type BatterySettings, storedIn, storeModes } from '../../messages/battery/settings.ts';
import { endTold } from '../../messages/iso.ts';
import { endAfter } from '../../messages/order-end.ts';
import { MessageError } from '../../messages/parse.ts';
import { toWatt } from '../../messages/power/quarters.ts';
import type { Slot, StoreMode, StorePlan, StoreStep } from '../../planner/store/types.ts';
import type { Dimming } from '../power/dimming.ts';
import { byHandMoved, type Forced, timeMoved } from './by-hand.ts';

/** One battery as a value: what it was told and what is known of it. */
export interface Battery {
  readonly enabled: boolean | null;
  readonly reserveSoc: number | null;
  readonly forced: Forced | null;
  /** The end that messages gave an override, as they gave it: it sticks until that ends. */
  readonly overrideUntil: string | number | null;
  readonly storedKwh: number | null;
  /** The time at which it last said how full it is. */
  readonly saidAt: Instant | null;
  /** The last sign of life. */
  readonly heard: Instant | null;
  /** It was at its reserve in a quarter hour that lasts until then. */
  readonly restsUntil: Instant | null;
  /** What it was told last, and when that changed in the last 24 hours but by hand. */
  readonly mode: StoreMode | null;
  readonly changedAt: readonly Instant[];
}

export const newBattery: Battery = {
  enabled: null,
  reserveSoc: null,
  forced: null,
  overrideUntil: null,
  storedKwh: null,
  saidAt: null,
  heard: null,
  restsUntil: null,
  mode: null,
  changedAt: [],
};

/** Seconds without a sign of life after which nobody knows what a battery does. */
export const SILENCE = 900;

const NOISE = 1e-9;

export const reserveKwh = ({ reserveSoc }: Battery, settings: BatterySettings): number =>
  ((reserveSoc ?? settings.reserveSoc) / 100) * settings.capacityKwh;

/** The battery after a message. Throws a `MessageError` where it cannot follow it. */
export function toldBattery(
  battery: Battery,
  patch: BatteryPatch,
  settings: BatterySettings,
  now: Instant,
  timeZone: string,
): Battery {
  const { storedKwh, saidAt, heard, restsUntil, mode, changedAt, ...told } = battery;
  const before = patch.reset ? newBattery : told;
  const stored = storedIn(patch, settings);
  const lives = stored !== undefined || patch.powerKw != null;
  const { enabled = before.enabled, reserveSoc = before.reserveSoc } = patch;
  const overrideUntil = endAfter(patch, before.overrideUntil);
  const next = {
    enabled,
    reserveSoc,
    overrideUntil,
    forced: forcedBy(allowed(patch, settings), { ...before, overrideUntil }, now, timeZone),
    storedKwh: stored ?? storedKwh,
    saidAt: stored === undefined ? saidAt : now,
    heard: lives ? now : heard,
    restsUntil: patch.reserveSoc === undefined ? restsUntil : null,
    mode,
    changedAt,
  };
  return isAtReserve(next, settings) ? { ...next, restsUntil: quarterOf(now) + QUARTER_HOUR } : next;
}

/** The battery where its clock was set by `step` seconds: what it has said is as old as it was. */
export function movedBattery(battery: Battery, step: number): Battery {
  const { saidAt, heard, restsUntil, changedAt } = battery;
  return {
    ...byHandMoved(battery, step),
    saidAt: timeMoved(saidAt, step),
    heard: timeMoved(heard, step),
    restsUntil: timeMoved(restsUntil, step),
    changedAt: changedAt.map((at) => at + step),
  };
}

function isAtReserve(battery: Battery, settings: BatterySettings): boolean {
  const reserve = reserveKwh(battery, settings);
  return reserve > 0 && battery.storedKwh !== null && battery.storedKwh <= reserve + NOISE;
}

/** The modes that its dialog lets a hand order. */
export const modesOf = ({ fromGrid, toGrid }: BatterySettings): readonly StoreMode[] =>
  storeModes.filter((mode) => (mode !== 'charge' || fromGrid) && (mode !== 'discharge' || toGrid));

/** The patch. Throws a `MessageError` where it orders what the dialog does not let the battery do. */
function allowed(patch: BatteryPatch, settings: BatterySettings): BatteryPatch {
  const { override } = patch;
  const modes = ['auto', ...modesOf(settings)];
  if (!override || modes.includes(override)) return patch;
  const way = override === 'charge' ? 'charged from' : 'discharged to';
  throw new MessageError(
    `override: ${override} while its dialog does not let it be ${way} the grid; allowed are ${modes.join(', ')}`,
  );
}

function forcedBy(
  patch: BatteryPatch,
  { forced, overrideUntil }: Pick<Battery, 'forced' | 'overrideUntil'>,
  now: Instant,
  timeZone: string,
): Battery['forced'] {
  const { override = forced?.mode ?? null } = patch;
  if (override === null || override === 'auto') return null;
  const isTold = patch.override !== undefined || patch.overrideUntil !== undefined;
  if (!isTold && forced) return forced;
  const midnight = () => localDay(addDays(localDate(now, timeZone), 1), timeZone).start;
  return { mode: override, until: endTold(overrideUntil, now) ?? midnight() };
}

/** Why an order by hand would not be followed now; `undefined` where it would. */
export function deafness({ storedKwh, heard }: Battery, now: Instant): string | undefined {
  if (storedKwh === null || heard === null) return 'nobody has said yet how full it is: until then it is normal';
  return now - heard >= SILENCE
    ? `it has said nothing for ${SILENCE / 60} minutes: until it does it is normal`
    : undefined;
}

/** The plan of a battery, or the code for why there is none. */
export type Planned = StorePlan | { readonly problem: string };

/** What the battery is to do at `now`: `normal` wherever nobody knows better, and nothing below its reserve. */
export function orderAt(battery: Battery, settings: BatterySettings, planned: Planned, now: Instant): BatteryOrder {
  const { forced, storedKwh, heard } = battery;
  const safe = (reason: string): BatteryOrder => ({ ...SAFE, reason });
  if (storedKwh === null || heard === null) return safe('no-soc');
  if (now - heard >= SILENCE) return safe('silent');
  // What the sun brings it is left to the next quarter hour: else it would change its mode every other minute.
  const isEmpty = isAtReserve(battery, settings) || (battery.restsUntil ?? now) > now;
  const reserved = (order: BatteryOrder): BatteryOrder =>
    isEmpty && order.mode !== 'charge' && order.mode !== 'hold'
      ? { ...order, mode: 'hold', dischargeKw: 0, reason: 'reserve' }
      : order;
  if (forced && forced.until > now) {
    const { mode, until } = forced;
    const powers = { chargeKw: settings.chargeKw, dischargeKw: settings.dischargeKw };
    return reserved({ ...SAFE, mode, ...powersIn(mode, powers), until, reason: 'override' });
  }
  if (battery.enabled === false) return safe('disabled');
  if ('problem' in planned) return safe(planned.problem);
  const i = planned.slots.findIndex(({ start, end }) => start <= now && now < end);
  const step = planned.slots[i];
  if (!step) return safe('no-prices');
  const next = planned.slots.slice(i).find(({ mode }) => mode !== step.mode);
  const { mode } = step;
  const valuePerKwh = round6(step.valuePerKwh);
  return reserved({ mode, ...powersIn(mode, step), until: next?.start ?? null, reason: 'planned', valuePerKwh });
}

/** When its mode changed in the last 24 hours. */
export const recentChanges = ({ changedAt }: Battery, now: Instant): Instant[] =>
  changedAt.filter((at) => at > now - DAY_SECONDS);

/** The battery that has been told this. */
export function orderedBattery(battery: Battery, { mode, reason }: BatteryOrder, now: Instant): Battery {
  if (mode === battery.mode) return battery;
  const changedAt = recentChanges(battery, now);
  if (battery.mode !== null && reason !== 'override') changedAt.push(now);
  return { ...battery, mode, changedAt };
}

/** What is charged by hand gives way to the grid operator too: to the power that `slot` leaves, or nothing. */
export function dimmedOrder(order: BatteryOrder, dimming: Dimming | undefined, slot: Slot | undefined): BatteryOrder {
  if (!dimming || order.mode !== 'charge') return order;
  const room = Math.max(0, dimming.kw - (slot ? slot.loadKw - slot.solarKw : 0));
  if (order.chargeKw <= room) return order;
  const chargeKw = toWatt(room);
  return { ...order, mode: chargeKw > 0 ? 'charge' : 'hold', chargeKw, reason: 'dimmed' };
}

const SAFE: BatteryOrder = {
  mode: 'normal',
  chargeKw: 0,
  dischargeKw: 0,
  until: null,
  reason: 'no-soc',
  valuePerKwh: null,
};

/** A power is told where it is one to set: a battery that covers the house finds its own. */
const powersIn = (mode: StoreMode, { chargeKw, dischargeKw }: Pick<StoreStep, 'chargeKw' | 'dischargeKw'>) => ({
  chargeKw: mode === 'charge' ? toWatt(chargeKw) : 0,
  dischargeKw: mode === 'discharge' ? toWatt(dischargeKw) : 0,
});
