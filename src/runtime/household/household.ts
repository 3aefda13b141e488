import { round6 } from '../../core/components.ts';
import { cheapSpells } from '../../core/statistics.ts';
import { isoTimesOver, localDate, localDay } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import { carRequestValues } from '../../messages/battery/car.ts';
import { batteryPlanMessage } from '../../messages/battery/report.ts';
import { requestValues } from '../../messages/command.ts';
import type { CommandValues } from '../../messages/command-reader.ts';
import type { DemandPatch } from '../../messages/demand/demand.ts';
import type { Clock } from '../clock.ts';
import { type BatteryMember, type DeviceMember, type Member, type Overview, overviewOf } from '../editor/overview.ts';
import { isOfContract } from '../prices/house-prices.ts';
import type { Site } from '../site.ts';

/** A stretch of time in ISO 8601. */
interface SpanText {
  readonly start: string;
  readonly end: string;
}

/** Beside its plan, what a device or a car was asked for. */
interface Wanted {
  /** The part of the amount in `asked` that is met, in its unit; left out where it is not known. */
  readonly done?: number;
  /** By the keys of its MQTT commands; `once` is the one-off need in force, as JSON. */
  readonly asked?: CommandValues;
  /** Those of its amount and time that were told, and are not as in the settings of its node. */
  readonly toldOtherwise?: readonly string[];
}

/** Beside its order, the plan of a battery. */
interface Planned {
  /** Of a car the deadline that counts now; left out where it has none. */
  readonly deadline?: string;
  /** The stretches in which it is charged, or gives to the grid. */
  readonly stretches?: readonly (SpanText & { readonly mode: string })[];
  /** What a car will lack by its deadline; left out where that is nothing. */
  readonly shortKwh?: number;
}

/** Everything that the household's page shows of a site, but for the time. */
export interface Household extends Omit<Overview, 'now' | 'devices' | 'batteries'> {
  readonly devices: readonly (Overview['devices'][number] & Wanted)[];
  /** Left out where there are none. */
  readonly batteries?: readonly (NonNullable<Overview['batteries']>[number] & Wanted & Planned)[];
  /** The stretches of the known prices that are cheap, from now on. */
  readonly cheap: readonly SpanText[];
  /** What the roof is expected to produce in the rest of the day; left out where nobody knows. */
  readonly sunKwh?: number;
}

/** @param members all that run; those of other sites, and of none, are no part of it. */
export function householdOf(
  members: readonly Member[],
  id: string,
  { clock, powers }: Pick<Site, 'clock' | 'powers'>,
): Household {
  const ours = members.filter(({ site }) => site === id);
  const { now: _, batteries, ...overview } = overviewOf(ours, undefined, clock);
  const sunKwh = sunOf(overview, powers, clock);
  return {
    ...overview,
    devices: overview.devices.map((device) => ({ ...device, ...wantedOf(ours, device) })),
    ...(batteries && { batteries: batteries.map((one) => ({ ...one, ...storeOf(ours, one) })) }),
    cheap: cheapIn(overview, clock),
    ...(sunKwh !== undefined && { sunKwh }),
  };
}

/** True of a site with the known prices of a contract that is no example. */
export const hasContract = (members: readonly Member[], id: string): boolean =>
  members.some((each) => each.kind === 'prices' && each.site === id && isOfContract(each));

function wantedOf(members: readonly Member[], { id }: { readonly id: string }): Wanted {
  const device = members.find((member): member is DeviceMember => member.kind === 'device' && member.id === id);
  if (!device?.state) return {};
  const { report, told, own, delivered } = device.state;
  const done = delivered && doneOf(report.demand, Math.floor(delivered() / 60));
  return {
    asked: requestValues(report.demand),
    ...(done !== undefined && { done: round6(done) }),
    ...(told && own && otherwise(requestValues(told()), requestValues(own))),
  };
}

/** Whole minutes that have run, in the unit of the need: percent of a state of charge, kWh or minutes. */
function doneOf({ soc, targetSoc, batteryKwh, energyKwh, minutes, powerKw }: DemandPatch, ran: number) {
  const kwh = powerKw && (powerKw * ran) / 60;
  if (soc != null && targetSoc != null) return batteryKwh && kwh ? soc + (100 * kwh) / batteryKwh : soc;
  if (energyKwh != null) return kwh ?? undefined;
  return minutes == null ? undefined : ran;
}

const AMOUNT_AND_TIME = ['energy_kwh', 'minutes', 'target_soc', 'ready_by'];

function otherwise(told: CommandValues, own: CommandValues): Pick<Wanted, 'toldOtherwise'> {
  const keys = AMOUNT_AND_TIME.filter((key) => (told[key] ?? null) !== null && told[key] !== own[key]);
  return keys.length > 0 ? { toldOtherwise: keys } : {};
}

/** A battery is asked for nothing. */
function storeOf(members: readonly Member[], { id }: { readonly id: string }): Wanted & Planned {
  const battery = members.find((member): member is BatteryMember => member.kind === 'battery' && member.id === id);
  if (!battery?.state) return {};
  const { report, told, own } = battery.state;
  const { kind, plan, values } = report;
  const { stretches, readyBy, shortKwh } = batteryPlanMessage(plan);
  const moving = stretches.filter(({ mode }) => mode === 'charge' || mode === 'discharge');
  return {
    stretches: moving.map(({ mode, start, end }) => ({ mode, start, end })),
    ...(kind === 'car' && { asked: carRequestValues(values) }),
    ...(told && own && otherwise(told, own)),
    ...(readyBy !== undefined && { deadline: readyBy }),
    ...(shortKwh && { shortKwh }),
  };
}

function cheapIn({ prices, given }: Pick<Overview, 'prices' | 'given'>, clock: Clock): SpanText[] {
  const series = prices?.series ?? given;
  if (!series) return [];
  const seconds = (iso: string) => Date.parse(iso) / 1000;
  const known = series.prices.map(({ start, end, total }) => ({ start: seconds(start), end: seconds(end), total }));
  const spells = cheapSpells(known, series.timeZone, clock.now());
  const [first, last] = [spells[0], spells.at(-1)];
  if (!first || !last) return [];
  const iso = isoTimesOver({ start: first.start, end: last.end }, series.timeZone);
  return spells.map(({ start, end }) => ({ start: iso(start), end: iso(end) }));
}

function sunOf(
  { prices, given }: Pick<Overview, 'prices' | 'given'>,
  powers: Site['powers'],
  clock: Clock,
): number | undefined {
  const { timeZone } = prices?.series ?? given ?? {};
  if (timeZone === undefined) return undefined;
  const now = clock.now();
  const { end } = localDay(localDate(now, timeZone), timeZone);
  const kw = powers.expected('production', now, Math.ceil((end - quarterOf(now)) / QUARTER_HOUR));
  return kw && (kw.reduce<number>((sum, each = 0) => sum + each, 0) * QUARTER_HOUR) / 3600;
}
