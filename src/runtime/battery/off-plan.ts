import type { Instant } from '../../core/time.ts';
import type { BatterySettings } from '../../messages/battery/settings.ts';
import type { Battery, Planned } from './battery.ts';

/** The share of its capacity by which a battery may be off what its power explains: states of charge are rounded. */
const ROUNDED = 0.05;
const NOISE = 1e-9;

/** True where nobody can have planned what a battery has at `now`: its power cannot have moved that much since it said it last. */
export function hasJumped(before: Battery, { storedKwh }: Battery, settings: BatterySettings, now: Instant): boolean {
  if (storedKwh === null || before.storedKwh === null) return false;
  const { capacityKwh, chargeKw, dischargeKw } = settings;
  const hours = Math.max(0, now - (before.saidAt ?? now)) / 3600;
  const most = (storedKwh > before.storedKwh ? chargeKw : dischargeKw) * hours + ROUNDED * capacityKwh;
  return Math.abs(storedKwh - before.storedKwh) > most + NOISE;
}

/** True where it has all that the charging under way at `now` is for, or all that there is room for. */
export function isCharged({ storedKwh }: Battery, settings: BatterySettings, planned: Planned, now: Instant): boolean {
  if (storedKwh === null || 'problem' in planned) return false;
  const from = planned.slots.findIndex(({ start, end }) => start <= now && now < end);
  if (planned.slots[from]?.mode !== 'charge') return false;
  const rest = planned.slots.slice(from);
  const count = rest.findIndex(({ mode }) => mode !== 'charge');
  const target = (count < 0 ? rest : rest.slice(0, count)).at(-1)?.storedKwh ?? settings.capacityKwh;
  return storedKwh >= Math.min(target, settings.capacityKwh) - NOISE;
}
