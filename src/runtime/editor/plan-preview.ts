import { z } from 'zod';
import { type Instant, utcTime } from '../../core/time.ts';
import { type DemandSettings, readSettings } from '../../messages/demand/demand.ts';
import { parse } from '../../messages/parse.ts';
import { costsPerKw, type PlanPayload } from '../../messages/plan.ts';
import { planMessage } from '../../messages/to-message.ts';
import type { Claim } from '../../planner/house/order.ts';
import type { Clock } from '../clock.ts';
import { type Device, newDevice, reread, settled } from '../device/device.ts';
import { marketOf, marketsOf, planFor } from '../device/planning.ts';
import { reportOf } from '../device/report.ts';
import type { ChartSeries } from './chart-series.ts';
import type { DeviceMember, Member } from './overview.ts';
import { pricesAmong } from './preview-prices.ts';

/** The plan of a device by the settings of an open dialog. */
export interface PlanPreview {
  /** RFC 3339 in UTC, by the clock that the nodes go by. */
  readonly now: string;
  /** Id of the node whose prices these are. */
  readonly of: string;
  /** Its name; `null` of those that came to a device from elsewhere. */
  readonly source: string | null;
  readonly series: ChartSeries;
  /** Costs and savings are those of each kW: the settings say no power. */
  readonly perKw?: true;
  readonly plan: PlanPayload;
  /** The run under way began before, and is finished. */
  readonly finishes?: true;
}

const question = z.strictObject({
  /** Ids of nodes with prices, the wanted one first. */
  prices: z.array(z.string()).max(100),
  /** Id of the node that is planned for. */
  device: z.string().default(''),
  name: z.string().max(200),
  settings: z.record(z.string(), z.unknown()),
});

/**
 * Plans the device with these settings from now on, beside the standing plans of its site; a device that does not run yet
 * starts now. `pricesAmong` chooses the prices.
 *
 * @throws MessageError naming the setting that is wrong, and what the planner throws
 */
export function planPreview(members: readonly Member[], body: unknown, { now }: Clock): PlanPreview {
  const { prices, device: id, name, settings } = parse(question, body);
  const present = now();
  const { id: of, source, series, market } = pricesAmong(members, prices, id);
  const running = members.find((member) => member.kind === 'device' && member.id === id) as DeviceMember | undefined;
  const orders = { settings: readSettings(settings), onFailure: 'off', account: running?.state?.account } as const;
  const markets = marketsOf(market, series.timeZone);
  const device = deviceFor(running, orders.settings, series.timeZone, present);
  const seat = running?.state?.seatOf?.(device, orders);
  const ask = seat && ((claim: Claim, from: Instant) => seat.plan(claim, from));
  const planned = { ...device, standing: planFor(device, orders, markets, present, ask) };
  const report = reportOf(name, planned, orders.settings, marketOf(planned, orders, markets), present);
  const { plan, finishes } = report;
  return {
    now: utcTime(present),
    of,
    source,
    series,
    plan: planMessage(plan),
    ...(finishes && { finishes }),
    ...((plan.cost ?? plan.expectedCost) != null && costsPerKw(orders.settings) && { perKw: true }),
  };
}

/** The device as it will go on; one whose battery is only taken to be so full, or that does not run yet, starts now. */
function deviceFor(
  running: DeviceMember | undefined,
  settings: DemandSettings,
  timeZone: string,
  now: Instant,
): Device {
  const device = settings.soc === undefined ? running?.state?.goingOn?.(settings) : undefined;
  return device ? settled(reread(device, timeZone, settings, now), settings, now) : newDevice(settings, now, timeZone);
}
