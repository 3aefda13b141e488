import { round6 } from '../../core/components.ts';
import { type Instant, isKnownTime } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import {
  type CarSettings,
  carModes,
  carRequestValues,
  carValues,
  readCar,
  readCarCommand,
  readCarRequest,
} from '../../messages/battery/car.ts';
import type { BatteryOrder } from '../../messages/battery/report.ts';
import { netLoadOf } from '../../planner/store/grid.ts';
import type { Slot, Store, StoreStep } from '../../planner/store/types.ts';
import type { TakenPower } from '../device/share.ts';
import type { DeviceLoad } from '../power/connection/guard.ts';
import type { Planned } from './battery.ts';
import { type Car, carOnce, countedBy, drawnKw, goalOf, movedCar, newCar, settledCar, toldCar } from './car.ts';
import { carMemory, readCarMemory } from './car-memory.ts';
import { type ChargeStep, chargeStepFor, chargeSteps } from './charge-steps.ts';
import { batteryPlan, batterySlots } from './planning.ts';
import { socTarget } from './soc-target.ts';
import { byHand, plannedOn, type StoreKind, type StoreSite } from './store-kind.ts';

/** kWh that are not worth a start. */
const LITTLE = 0.1;
/** Money per kWh, less than anybody sees. */
const LEAST = 1e-9;
/** Seconds, three days: what is further away is planned once it is nearer, but for what would not be charged in time. */
const FARTHEST = 3 * 86_400;

/** A car: it only charges, by a deadline, and nothing wherever nobody knows better. */
export function carKind(settings: CarSettings, site: StoreSite, nodeId: string): StoreKind<Car> {
  const { capacityKwh } = settings;
  const efficiency = settings.efficiency / 100;
  const steps = chargeSteps(settings);
  const [least] = steps;
  const most = steps.at(-1) ?? least;
  const missingOf = (car: Car) => {
    const goal = goalOf(car, settings);
    return goal === undefined ? undefined : Math.max(0, goal - car.kwh);
  };
  const maxKwOf = ({ maxKw }: Car) => Math.min(maxKw ?? most.kw, most.kw);
  const secondsFor = (kwh: number, kw: number) => Math.ceil((kwh / efficiency / kw) * 3600);

  /**
   * By plan within the limit of the slot; by hand and without prices within that of the connection and of the grid operator. A load that
   * only the meter shows leaves less, except for an override.
   */
  function charging(kw: number, slot: Slot | undefined, by: DeviceLoad['by'], now: Instant): ChargeStep | undefined {
    const isByPlan = by === 'plan';
    const { importKw = Number.POSITIVE_INFINITY } = (isByPlan ? slot : site) ?? {};
    const unexpectedKw = by === 'override' ? 0 : (site.connection?.unexpectedKw() ?? 0);
    const limitKw = Math.min(importKw - unexpectedKw, site.grid.dimming()?.kw ?? Number.POSITIVE_INFINITY);
    const room = slot ? roomIn(slot, limitKw) : limitKw - besideKw(now);
    // Where peaks are charged for, the step below: the one above may be a new one.
    const most = isByPlan && site.meter?.peak ? Math.max(kw, least.kw) : room;
    return chargeStepFor(steps, kw, Math.min(room, most));
  }

  /** What the devices of the site take now, where no price says how the quarter hours are. */
  const besideKw = (now: Instant) => site.powers.expected('devices', now, 1, nodeId)?.[0] ?? 0;

  function charge(step: ChargeStep | undefined, order: Pick<BatteryOrder, 'until' | 'reason'>): BatteryOrder {
    if (!step) return held(order.until);
    const { kw, amps, phases } = step;
    return { ...HOLD, ...order, mode: 'charge', chargeKw: kw, amps, phases };
  }

  /** Its connection leaves less than its least current: by an order of the grid operator until that ends. */
  function held(until: Instant | null): BatteryOrder {
    const dimming = site.grid.dimming();
    if (!dimming) return { ...HOLD, until, reason: 'above-connection' };
    return { ...HOLD, until: Math.min(until ?? dimming.until, dimming.until), reason: 'dimmed' };
  }

  /** One run at the latest start, where there is no plan. */
  function withoutPlan(car: Car, missing: number, problem: string, slot: Slot | undefined, now: Instant): BatteryOrder {
    const { by, ordered } = car;
    const hold = { ...HOLD, reason: problem };
    if (by === null || problem === 'unknown-time') return hold;
    // A restart is none for the charger: what it was told last holds for its quarter hour.
    if (ordered?.byPlan && ordered.kw > 0 && ordered.until > now && ordered.until <= quarterOf(now) + QUARTER_HOUR)
      return charge(charging(ordered.kw, slot, 'fallback', now), { until: ordered.until, reason: problem });
    const start = by - secondsFor(missing, maxKwOf(car));
    if (now < start) return { ...hold, until: start };
    return charge(charging(most.kw, slot, 'fallback', now), {
      until: now + secondsFor(missing, maxKwOf(car)),
      reason: 'fallback',
    });
  }

  function order(car: Car, planned: Planned, slots: readonly Slot[], now: Instant): BatteryOrder {
    const i = 'problem' in planned ? -1 : planned.slots.findIndex(({ start, end }) => start <= now && now < end);
    const slot = slots.find(({ start, end }) => start <= now && now < end);
    const missing = missingOf(car);
    if (car.connected === false) return { ...HOLD, reason: 'not-connected' };
    if (car.forced) {
      const { mode, until } = car.forced;
      const by = { until, reason: 'override' };
      return mode === 'charge' ? charge(charging(most.kw, slot, 'override', now), by) : { ...HOLD, ...by };
    }
    if (car.enabled === false) return { ...HOLD, reason: 'disabled' };
    if (missing === undefined) return { ...HOLD, reason: 'no-soc' };
    if (missing <= LITTLE) return { ...HOLD, reason: 'satisfied' };
    if ('problem' in planned) return withoutPlan(car, missing, planned.problem, slot, now);
    const step = planned.slots[i];
    if (!step) return withoutPlan(car, missing, 'no-prices', slot, now);
    const next = planned.slots.slice(i).find((later) => later.chargeKw > 0 !== step.chargeKw > 0);
    const why = { until: next?.start ?? null, reason: 'planned', valuePerKwh: worthOf(step, planned.shortKwh) };
    // More than it took, where that has no limit: it may have taken less than it can.
    const isFree = slot?.importKw === undefined && !site.meter?.peak;
    const kw = isFree && step.chargeKw > maxKwOf(car) - LITTLE ? most.kw : step.chargeKw;
    return step.chargeKw > 0 ? charge(charging(kw, slot, 'plan', now), why) : { ...HOLD, ...why };
  }

  return {
    fresh: newCar,
    readMemory: (kept) => readCarMemory(kept, settings),
    memoryOf: (car) => carMemory(settings, car),
    told: (car, message, at) => toldCar(car, readCar(message, at.now), settings, at),
    readCommand: readCarCommand,
    readRequest: readCarRequest,
    commandsTold(car) {
      const { targetSoc, energyKwh, readyBy } = car.lasting ?? car;
      const { enabled, forced } = car;
      return carRequestValues({ enabled, targetSoc, energyKwh, readyBy, ...carOnce(car), ...byHand(forced) });
    },
    own: carValues({ targetSoc: settings.targetSoc, energyKwh: settings.energyKwh, readyBy: settings.readyBy }),
    modes: carModes,
    moved: movedCar,
    settled: (car, at) => settledCar(car, settings, at),
    isNews: (before, car) => JSON.stringify(factsOf(before, settings)) !== JSON.stringify(factsOf(car, settings)),
    plan(car, slots, _, now) {
      const goal = goalOf(car, settings);
      if (goal === undefined) return { problem: 'no-soc' };
      const store: Store = {
        capacityKwh,
        storedKwh: Math.min(car.kwh, capacityKwh),
        // Nothing is stored for a price below zero; the last quarter hour may be longer than it takes.
        maxKwh: Math.min(capacityKwh, goal + (least.kw / 4) * efficiency),
        maxChargeKw: maxKwOf(car),
        minChargeKw: Math.min(least.kw, maxKwOf(car)),
        maxDischargeKw: 0,
        chargeEfficiency: efficiency,
        dischargeEfficiency: 1,
        goals: car.connected === false || car.by === null ? [] : [{ storedKwh: goal, by: car.by }],
      };
      return plannedOn(site, store, slots.map(sooner), now, (slot) => inSteps(slot, steps)).plan;
    },
    // What comes after its deadline is nothing to it.
    slots(car, prices, { now, timeZone }) {
      const until = Math.min(car.by ?? now, now + FARTHEST);
      const slots = batterySlots(prices, site, now, timeZone, { until, except: nodeId });
      return slots.filter(({ start }) => start < until);
    },
    order,
    withheld: ({ until }) => held(until),
    ordered(car, { chargeKw, reason }, now) {
      const byPlan = reason !== 'override' && reason !== 'fallback';
      return { ...car, ordered: { kw: chargeKw, until: quarterOf(now) + QUARTER_HOUR, byPlan } };
    },
    ends(car, { mode, reason, until }, now) {
      const missing = missingOf(car) ?? 0;
      const kw = drawnKw(car, now);
      const isCharging = mode === 'charge' && reason !== 'override' && kw > 0 && missing > LITTLE;
      const full = isCharging ? now + secondsFor(missing, kw) : now;
      return [car.forced?.until ?? now, car.by ?? now, full, until ?? now];
    },
    describe(car, { order, planned, now, ...facts }) {
      const isKnown = car.saidAt !== null;
      const filling = { capacityKwh, storedKwh: isKnown ? car.kwh : null, reserveKwh: 0, oneWay: efficiency };
      return {
        kind: 'car',
        ...((order.reason !== 'planned' || !isKnown) && { socTarget: socTarget(order, filling, now) }),
        plan: {
          ...batteryPlan({ ...facts, planned: inItsModes(planned), settings, reason: order.reason }),
          ...(car.by !== null && { readyBy: car.by }),
          shortKwh: 'problem' in planned ? null : round6(planned.shortKwh),
          countedBy: countedBy(car, car.countedTo ?? 0),
        },
        values: {
          ...{ enabled: car.enabled ?? true, connected: car.connected, override: car.forced?.mode ?? 'auto' },
          overrideUntil: car.overrideUntil,
          soc: isKnown ? Math.round((car.kwh / capacityKwh) * 1000) / 10 : null,
          targetSoc: car.targetSoc ?? settings.targetSoc,
          energyKwh: car.energyKwh ?? settings.energyKwh ?? null,
          readyBy: car.readyBy ?? settings.readyBy,
          ...carOnce(car),
          powerKw: car.measured?.kw ?? null,
        },
      };
    },
    power: 'devices',
    takes(planned, slots, { mode, chargeKw, reason, until }, now) {
      const isByPlan = ['planned', 'dimmed', 'above-connection'].includes(reason);
      const ahead = 'problem' in planned || !isByPlan ? [] : planned.slots.filter(({ end }) => end > now);
      const present = mode === 'charge' && !isByPlan && until !== null && isKnownTime(now);
      return [
        ...(present ? [{ start: quarterOf(now), end: until, kw: chargeKw, mostKw: chargeKw }] : []),
        ...ahead.flatMap((step) => takenIn(step, slots, steps)),
      ];
    },
  };
}

const HOLD: BatteryOrder = {
  ...{ mode: 'hold', chargeKw: 0, dischargeKw: 0, until: null, reason: 'no-soc', valuePerKwh: null },
};

/** A car is charged, or it is not. */
const inItsModes = (planned: Planned): Planned =>
  'problem' in planned
    ? planned
    : { ...planned, slots: planned.slots.map((step) => ({ ...step, mode: step.chargeKw > 0 ? 'charge' : 'hold' })) };

/** Its goal weighs more than any price where it cannot be met: that is no value. */
const worthOf = ({ valuePerKwh }: StoreStep, shortKwh: number) => (shortKwh > 0 ? null : round6(valuePerKwh));

/** The sun makes no room for it that others of the site might take as well. */
const roomIn = (slot: Slot | undefined, limitKw = Number.POSITIVE_INFINITY) =>
  limitKw - (slot ? Math.max(0, netLoadOf(slot)) : 0);

/** With the limit that leaves room for the greatest step below it. */
function inSteps(slot: Slot, steps: readonly ChargeStep[]): Slot {
  if (slot.importKw === undefined) return slot;
  const kw = chargeStepFor(steps, Number.POSITIVE_INFINITY, roomIn(slot, slot.importKw))?.kw ?? 0;
  return { ...slot, importKw: Math.max(0, kw + netLoadOf(slot)) };
}

/** Of hours that cost the same the first: nobody knows what comes. */
const sooner = (slot: Slot, i: number): Slot => ({
  ...slot,
  importPrice: slot.importPrice + i * LEAST,
  exportPrice: slot.exportPrice + i * LEAST,
});

function takenIn(
  { start, end, chargeKw }: StoreStep,
  slots: readonly Slot[],
  steps: readonly ChargeStep[],
): TakenPower[] {
  const slot = slots.find((each) => each.start <= start && start < each.end);
  const step = chargeKw > 0 ? chargeStepFor(steps, chargeKw, roomIn(slot, slot?.importKw)) : undefined;
  return step ? [{ start, end, kw: chargeKw, mostKw: step.kw }] : [];
}

/** A state of charge counts as news where it is off what was counted by more than it is told in. */
const ROUNDED = 0.02;
/** A power counts as news by steps of so many kW. */
const STEP = 0.5;

function factsOf(
  { kwh, saidAt, reported: _r, measured: _m, ordered: _o, countedTo: _c, counts: _s, maxKw, ...told }: Car,
  { capacityKwh }: CarSettings,
) {
  return {
    ...{ ...told, isSaid: saidAt !== null, share: Math.round(kwh / capacityKwh / ROUNDED) },
    maxKw: maxKw && Math.ceil(maxKw / STEP),
  };
}
