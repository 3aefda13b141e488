import { round6 } from '../../core/components.ts';
import type { Instant } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import type { BatteryPlan } from '../../messages/battery/report.ts';
import type { BatterySettings } from '../../messages/battery/settings.ts';
import { toWatt } from '../../messages/power/quarters.ts';
import type { MarketPrices } from '../../messages/prices.ts';
import { meanImportPrice } from '../../planner/store/grid.ts';
import type { Slot, Store, StoreStep } from '../../planner/store/types.ts';
import type { PricedSpan } from '../../planner/types.ts';
import { expectedPrices } from '../expected-prices.ts';
import { TYPICAL_LOAD, WEATHER } from '../power/surplus.ts';
import type { Site } from '../site.ts';
import { type Battery, type Planned, reserveKwh } from './battery.ts';

/** Seconds past the known prices: a day, so that nothing is sold off on the last evening. */
const PAST = 86_400;

/** The part of a site that its slots are made of. */
type SlotSite = Pick<Site, 'powers' | 'importKw' | 'exportKw'> & { readonly grid?: Pick<Site['grid'], 'dimming'> };

/** Prices as the quarter hours have them, by their beginnings. */
type Quarters = ReadonlyMap<Instant, { readonly price: number; readonly estimated: boolean }>;

/**
 * The quarter hours from the one of `now` to a day past the known prices, with the expected ones or their mean where none
 * is known; none at all where the price now is not known. What is
 * fed in brings nothing where nobody says what it does.
 *
 * @param ahead at least until then, and without what the node `except` takes itself, or `bare` of all devices.
 */
export function batterySlots(
  prices: MarketPrices,
  { powers, importKw = Number.POSITIVE_INFINITY, exportKw, grid }: SlotSite,
  now: Instant,
  timeZone: string,
  ahead: { readonly until?: Instant; readonly except?: string; readonly bare?: boolean } = {},
): Slot[] {
  const { until: atLeast = 0, except, bare = false } = ahead;
  const { spans, feedin, forecast = [] } = prices;
  const from = quarterOf(now);
  const knownUntil = spans.at(-1)?.end ?? from;
  const until = Math.max(knownUntil + PAST, atLeast);
  const imports = quartersOf(spans, expectedPrices(spans, forecast, timeZone), from, until);
  const exports = quartersOf(feedin ?? [], feedin ? expectedPrices(feedin, [], timeZone) : [], from, until);
  if (imports.get(from)?.estimated !== false) return [];
  const count = Math.ceil((until - from) / QUARTER_HOUR);
  const load = powers.expected('consumption', now, count);
  const solar = powers.expected('production', now, count);
  const devices = bare ? undefined : powers.expected('devices', now, count, except);
  const mean = meanPrice(spans, from);
  const dimming = grid?.dimming();
  const slots: Slot[] = [];
  for (let start = from; start < until; start += QUARTER_HOUR) {
    const limitKw = dimming && start < dimming.until ? Math.min(importKw, dimming.kw) : importKw;
    const bought = imports.get(start) ?? { price: mean, estimated: true };
    const exportPrice = exports.get(start)?.price ?? 0;
    slots.push({
      start,
      end: start + QUARTER_HOUR,
      importPrice: bought.price,
      exportPrice,
      loadKw: toWatt((load?.[slots.length] ?? TYPICAL_LOAD) + (devices?.[slots.length] ?? 0)),
      solarKw: solar?.[slots.length] ?? 0,
      ...(limitKw < Number.POSITIVE_INFINITY && { importKw: limitKw }),
      // The inverter curtails what may not be fed in, at any price; no node makes it curtail more.
      ...(exportKw !== undefined && { exportKw, curtailable: 'excess' }),
      ...(bought.estimated && { estimated: true }),
    });
  }
  return slots;
}

/** Of the known prices ahead: for a day of which nothing better is known. */
function meanPrice(spans: readonly PricedSpan[], from: Instant): number {
  const ahead = spans.filter(({ end }) => end > from);
  const seconds = ahead.reduce((sum, { start, end }) => sum + end - start, 0);
  return ahead.reduce((sum, { start, end, price }) => sum + price * (end - start), 0) / seconds;
}

function quartersOf(
  known: readonly PricedSpan[],
  expected: readonly PricedSpan[],
  from: Instant,
  until: Instant,
): Quarters {
  const quarters = new Map<Instant, { price: number; estimated: boolean }>();
  const fill = (spans: readonly PricedSpan[], estimated: boolean) => {
    for (const { start, end, price } of spans) {
      const first = Math.max(from, quarterOf(start + QUARTER_HOUR - 1));
      for (let at = first; at < Math.min(end, until); at += QUARTER_HOUR) quarters.set(at, { price, estimated });
    }
  };
  fill(expected, true);
  fill(known, false);
  return quarters;
}

/** The battery as the planner takes it; what is lost is lost half on either way. */
export function storeOf(battery: Battery, settings: BatterySettings, storedKwh: number): Store {
  const { capacityKwh, chargeKw, dischargeKw, efficiency, wearPerKwh, fromGrid, toGrid } = settings;
  const oneWay = Math.sqrt(efficiency / 100);
  return {
    capacityKwh,
    minKwh: reserveKwh(battery, settings),
    storedKwh,
    maxChargeKw: chargeKw,
    maxDischargeKw: dischargeKw,
    chargeEfficiency: oneWay,
    dischargeEfficiency: oneWay,
    wearPerKwh,
    fromGrid,
    toGrid,
  };
}

/** A change of mode has to save as much as so many kWh cost, and twice as much for each that there has been beyond so many. */
const CHANGE = { kwh: 0.05, many: 2 };

/** @param changes of the last 24 hours */
export function worthAChange(slots: readonly Slot[], changes: number): number {
  return CHANGE.kwh * 2 ** Math.max(0, changes - CHANGE.many) * meanImportPrice(slots);
}

/** Quarter hours. */
const NEAR = WEATHER.from / QUARTER_HOUR;

/** True where the sun or the load is expected to be other than it was. */
export function isOtherWeather(slots: readonly Slot[], before: readonly Slot[]): boolean {
  const differ = (a: number, b = a) => Math.abs(a - b) > WEATHER.kw;
  return slots.some(({ loadKw, solarKw }, i) => {
    const last = before[i];
    return i >= NEAR && (differ(loadKw, last?.loadKw) || differ(solarKw, last?.solarKw));
  });
}

interface PlanFacts {
  readonly name: string;
  readonly settings: Pick<BatterySettings, 'capacityKwh'>;
  readonly planned: Planned;
  readonly slots: readonly Slot[];
  readonly reason: string;
  readonly timeZone: string;
}

/** The plan with what there is to tell of it. */
export function batteryPlan({ name, settings, planned, slots, reason, timeZone }: PlanFacts): BatteryPlan {
  const plan = 'problem' in planned ? undefined : planned;
  const money = (value?: number) => (value === undefined ? null : round6(value));
  return {
    battery: name,
    stretches: stretchesOf(plan?.slots ?? [], settings.capacityKwh),
    cost: money(plan?.cost),
    baselineCost: money(plan?.baselineCost),
    saving: money(plan?.saving),
    knownUntil: plan ? (slots.find(({ estimated }) => estimated)?.start ?? slots.at(-1)?.end ?? null) : null,
    reason,
    timeZone,
  };
}

/** Slots of one mode that follow each other are one stretch. */
function stretchesOf(steps: readonly StoreStep[], capacityKwh: number): BatteryPlan['stretches'] {
  const groups: StoreStep[][] = [];
  for (const step of steps) {
    const group = groups.at(-1);
    if (group && group[0]?.mode === step.mode) group.push(step);
    else groups.push([step]);
  }
  return groups.flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last) return [];
    const kws = group.reduce(
      (sum, { start, end, chargeKw, dischargeKw }) => sum + (chargeKw - dischargeKw) * (end - start),
      0,
    );
    return [
      {
        start: first.start,
        end: last.end,
        mode: first.mode,
        kw: toWatt(kws / (last.end - first.start)),
        storedKwh: toWatt(last.storedKwh),
        soc: Math.round((last.storedKwh / capacityKwh) * 1000) / 10,
      },
    ];
  });
}
