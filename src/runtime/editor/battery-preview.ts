import { z } from 'zod';
import { type Instant, utcTime } from '../../core/time.ts';
import { carSettings, isCar } from '../../messages/battery/car.ts';
import { batterySettings } from '../../messages/battery/settings.ts';
import { MessageError, parse } from '../../messages/parse.ts';
import { newBattery } from '../battery/battery.ts';
import { batteryKind } from '../battery/battery-kind.ts';
import { newCar } from '../battery/car.ts';
import { carKind } from '../battery/car-kind.ts';
import type { StoreKind } from '../battery/store-kind.ts';
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
 * Plans as the battery, or the car, does from now on if it has these settings, on what its site knows of sun and load. Throws a
 * `MessageError` that says what is wrong, and what the planner throws.
 */
export function batteryPreview(
  members: readonly Member[],
  body: unknown,
  site: Pick<Site, 'clock' | 'powers' | 'importKw' | 'exportKw' | 'grid'>,
): BatteryPreview {
  const asked = parse(question, body);
  const now = site.clock.now();
  const running = members.find((member) => member.kind === 'battery' && member.id === asked.battery);
  const told = running?.kind === 'battery' ? running.state?.report.values.soc : undefined;
  const at = { ...asked, members, now, told };
  if (!isCar(asked.settings)) {
    const settings = batterySettings(asked.settings);
    const stateOf = (storedKwh: number) => ({ ...newBattery, storedKwh, saidAt: now, heard: now });
    return previewOf(batteryKind(settings, site), settings, stateOf, at);
  }
  const settings = carSettings(asked.settings);
  const stateOf = (kwh: number) => ({ ...newCar, kwh, saidAt: now });
  return previewOf(carKind(settings, site, asked.battery), settings, stateOf, at);
}

interface Asked extends z.infer<typeof question> {
  readonly members: readonly Member[];
  readonly now: Instant;
  /** Percent, where somebody has said it. */
  readonly told: number | null | undefined;
}

function previewOf<State>(
  kind: StoreKind<State>,
  { capacityKwh }: { readonly capacityKwh: number },
  stateOf: (storedKwh: number) => State,
  { members, prices, battery, now, told }: Asked,
): BatteryPreview {
  const { source, series, market } = pricesAmong(members, prices, battery);
  const { timeZone } = series;
  const soc = told ?? ASSUMED_SOC;
  const state = kind.settled(stateOf((soc / 100) * capacityKwh), { now, timeZone });
  const slots = kind.slots(state, market, { now, timeZone });
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) throw new MessageError('prices: the price of this moment is not known');
  const planned = kind.plan(state, slots, undefined, now);
  if ('problem' in planned) throw new MessageError(planned.problem);
  const order = kind.order(state, planned, slots, now);
  const { plan } = kind.describe(state, { name: '', planned, slots, order, now, timeZone });
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
    capacityKwh,
  };
}
