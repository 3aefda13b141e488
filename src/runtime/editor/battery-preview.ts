import { z } from 'zod';
import { utcTime } from '../../core/time.ts';
import { batterySettings } from '../../messages/battery/settings.ts';
import { MessageError, parse } from '../../messages/parse.ts';
import { calmed } from '../../planner/store/calm.ts';
import { planStore } from '../../planner/store/plan-store.ts';
import { newBattery } from '../battery/battery.ts';
import { batteryPlan, batterySlots, storeOf, worthAChange } from '../battery/planning.ts';
import type { Site } from '../site.ts';
import type { ChartSeries } from './chart-series.ts';
import type { Member } from './overview.ts';
import { pricesAmong } from './preview-prices.ts';
import { type QuarterValues, quartersFrom } from './quarter-values.ts';

/** The plan of a battery by the settings of an open dialog. */
export interface BatteryPreview {
  /** RFC 3339 in UTC, by the clock that the nodes go by. */
  readonly now: string;
  readonly source: string | null;
  readonly series: ChartSeries;
  /** Percent, as it was told last. */
  readonly soc: number;
  /** Nobody has said how full it is, so this much is taken. */
  readonly isAssumed?: true;
  /** Against no battery, by the end of the plan. */
  readonly saving: number | null;
  readonly until: string;
  /** kW, charging positive. */
  readonly power: QuarterValues;
  /** kWh at the end of each quarter hour. */
  readonly stored: QuarterValues;
  readonly capacityKwh: number;
}

const question = z.strictObject({
  /** Ids of nodes with prices, the wanted one first. */
  prices: z.array(z.string()).max(100),
  /** Id of the node that is planned for. */
  battery: z.string(),
  settings: z.record(z.string(), z.unknown()),
});

const ASSUMED_SOC = 50;

/**
 * Plans as the battery does from now on if it has these settings, on what its site knows of sun and load. Throws a
 * `MessageError` that says what is wrong, and what the planner throws.
 */
export function batteryPreview(
  members: readonly Member[],
  body: unknown,
  site: Pick<Site, 'clock' | 'powers' | 'importKw'>,
): BatteryPreview {
  const asked = parse(question, body);
  const settings = batterySettings(asked.settings);
  const now = site.clock.now();
  const { source, series, market } = pricesAmong(members, asked.prices, asked.battery);
  const slots = batterySlots(market, site, now, series.timeZone);
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) throw new MessageError('prices: the price of this moment is not known');
  const running = members.find((member) => member.kind === 'battery' && member.id === asked.battery);
  const told = running?.kind === 'battery' ? running.state?.report.values.soc : undefined;
  const soc = told ?? ASSUMED_SOC;
  const own = storeOf(newBattery, settings, (soc / 100) * settings.capacityKwh);
  const planned = calmed(planStore(own, slots, now), own, slots, undefined, worthAChange(slots));
  const plan = batteryPlan({ name: '', settings, planned, slots, reason: 'planned', timeZone: series.timeZone });
  return {
    now: utcTime(now),
    source,
    series,
    soc,
    ...(told == null && { isAssumed: true }),
    saving: plan.saving,
    until: utcTime(last.end),
    power: quartersFrom(
      first.start,
      planned.slots.map(({ chargeKw, dischargeKw }) => chargeKw - dischargeKw),
    ),
    stored: quartersFrom(
      first.start,
      planned.slots.map(({ storedKwh }) => storedKwh),
    ),
    capacityKwh: settings.capacityKwh,
  };
}
