import { batteryValues, readBatteryCommand } from '../../messages/battery/command.ts';
import { type BatterySettings, readBattery } from '../../messages/battery/settings.ts';
import { calmed } from '../../planner/store/calm/calm.ts';
import {
  type Battery,
  deafness,
  dimmedOrder,
  modesOf,
  movedBattery,
  newBattery,
  orderAt,
  orderedBattery,
  recentChanges,
  reserveKwh,
  SILENCE,
  toldBattery,
} from './battery.ts';
import { batteryMemory, readBatteryMemory } from './battery-memory.ts';
import { byHandAt } from './by-hand.ts';
import { hasJumped, isCharged } from './off-plan.ts';
import { batteryPlan, batterySlots, storeOf, worthAChange } from './planning.ts';
import { socTarget } from './soc-target.ts';
import { byHand, plannedOn, type StoreKind, type StoreSite } from './store-kind.ts';

/** What a battery was told by others, without what it says of itself and what came of it. */
const ordersOf = ({ enabled, reserveSoc, forced, overrideUntil }: Battery) =>
  JSON.stringify({ enabled, reserveSoc, forced, overrideUntil });

/** A battery of a house: it lives only where somebody says so, and is `normal` wherever nobody knows better. */
export function batteryKind(settings: BatterySettings, site: StoreSite): StoreKind<Battery> {
  return {
    fresh: newBattery,
    readMemory: (kept) => readBatteryMemory(kept, settings),
    memoryOf: (battery) => batteryMemory(settings, battery),
    told: (battery, message, { now, timeZone }) =>
      toldBattery(battery, readBattery(message, now), settings, now, timeZone),
    readCommand: readBatteryCommand,
    commandsTold: ({ enabled, reserveSoc, forced }) => batteryValues({ enabled, reserveSoc, ...byHand(forced) }),
    deafness,
    modes: modesOf(settings),
    moved: movedBattery,
    settled: (battery, { now }) => ({ ...battery, ...byHandAt(battery, now) }),
    // What it has moves slowly, and its mode stands for the quarter hour.
    isNews(before, battery, planned, now) {
      const { reason } = orderAt(before, settings, planned, now);
      const isNews = ordersOf(battery) !== ordersOf(before) || ['no-soc', 'silent'].includes(reason);
      return isNews || hasJumped(before, battery, settings, now) || isCharged(battery, settings, planned, now);
    },
    slots: (_, prices, { now, timeZone }) => batterySlots(prices, site, now, timeZone),
    plan(battery, slots, mode, now, standing) {
      if (battery.storedKwh === null) return { problem: 'no-soc' };
      const own = storeOf(battery, settings, battery.storedKwh);
      const best = plannedOn(site, own, slots, now);
      const perChange = worthAChange(slots, recentChanges(battery, now).length);
      const stands = standing && 'slots' in standing ? standing.slots : undefined;
      return calmed(best.plan, own, best.slots, mode, perChange, stands);
    },
    beside(battery, prices, { now, timeZone }) {
      if (battery.storedKwh === null) return undefined;
      const slots = batterySlots(prices, site, now, timeZone, { bare: true });
      return { store: storeOf(battery, settings, battery.storedKwh), slots, worthAChange: worthAChange(slots, 0) };
    },
    order: (battery, planned, slots, now) =>
      dimmedOrder(orderAt(battery, settings, planned, now), site.grid.dimming(), slots[0]),
    ordered: orderedBattery,
    ends: ({ heard, forced }, _, now) => [(heard ?? now) + SILENCE, forced?.until ?? now],
    describe(battery, { order, now, ...facts }) {
      const { enabled, reserveSoc, forced, overrideUntil, storedKwh } = battery;
      const { capacityKwh, efficiency } = settings;
      const filling = { capacityKwh, storedKwh, reserveKwh: reserveKwh(battery, settings) };
      return {
        ...(order.reason !== 'planned' && {
          socTarget: socTarget(order, { ...filling, oneWay: Math.sqrt(efficiency / 100) }, now),
        }),
        plan: batteryPlan({ ...facts, settings, reason: order.reason }),
        modes: modesOf(settings),
        values: {
          enabled: enabled ?? true,
          reserveSoc: reserveSoc ?? settings.reserveSoc,
          override: forced?.mode ?? 'auto',
          overrideUntil,
          soc: storedKwh === null ? null : Math.round((storedKwh / settings.capacityKwh) * 1000) / 10,
        },
      };
    },
    power: 'batteries',
    takes: (planned, _, { reason }) =>
      reason !== 'planned' || 'problem' in planned
        ? []
        : planned.slots.map(({ start, end, chargeKw, dischargeKw }) => {
            const kw = chargeKw - dischargeKw;
            return { start, end, kw, mostKw: Math.max(0, kw) };
          }),
  };
}
