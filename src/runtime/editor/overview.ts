import { type Level, levelOf } from '../../core/statistics.ts';
import { type Instant, isoTimeIn, utcTime } from '../../core/time.ts';
import { pricesOfDay } from '../../core/window.ts';
import { type OrderPayload, orderMessage } from '../../messages/battery/report.ts';
import { saysNeed } from '../../messages/demand/demand.ts';
import { periodAt } from '../../messages/demand/resolve-demand.ts';
import type { BillReport } from '../../messages/grid/bill-report.ts';
import { MessageError } from '../../messages/parse.ts';
import { costsPerKw, type PlanPayload } from '../../messages/plan.ts';
import type { Selection } from '../../messages/selection.ts';
import type { NowPayload, SeriesPayload } from '../../messages/series.ts';
import type { SwitchPayload } from '../../messages/switch.ts';
import { nowMessage, planMessage, seriesMessage, switchMessage } from '../../messages/to-message.ts';
import type { AccountTold, ToldSums } from '../../mqtt/account-topics.ts';
import type { StoreMode } from '../../planner/store/types.ts';
import type { BatteryState } from '../battery/open-battery.ts';
import type { Clock } from '../clock.ts';
import type { DeviceState } from '../device/open-device.ts';
import { planBesideHand } from '../device/report.ts';
import type { PeakReport } from '../power/site-meter.ts';
import { byName, housePrices } from '../prices/house-prices.ts';
import type { SeriesState } from '../prices/price-series.ts';
import { briefFault, type Fault } from '../problems.ts';
import type { BrokerState } from '../publishing/open.ts';
import type { BrokerTrouble } from '../publishing/trouble.ts';
import { type ChartSeries, chartSeriesGiven } from './chart-series.ts';

/** A node as the overview names it. */
export interface Named {
  readonly id: string;
  readonly name: string;
  /** Id of its `dayahead-config` node; empty without one. */
  readonly site: string;
}

/** A node with prices among which the sidebar chooses. */
export interface PricesChoice extends Named {
  /** Left out before the first prices. */
  readonly hasPrices?: true;
}

/** A `price-series` that runs; it has no state before it has started. */
export interface PricesMember extends Named {
  readonly kind: 'prices';
  /** The name that it publishes its prices by. */
  readonly publishAs?: string;
  readonly state?: SeriesState;
}

/** A `cheapest-window` that runs. */
export interface DeviceMember extends Named {
  readonly kind: 'device';
  readonly state?: DeviceState;
  /** Ids of the price nodes that are wired to it; none where its prices come another way. */
  readonly prices?: readonly string[];
}

/** A `battery` that runs. */
export interface BatteryMember extends Named {
  readonly kind: 'battery';
  readonly state?: BatteryState;
  /** As those of a device. */
  readonly prices?: readonly string[];
}

/** A config node that runs. */
export interface SiteMember extends Named {
  readonly kind: 'site';
  /** Left out where nobody charges for peaks. */
  readonly peak?: PeakReport;
  /** Left out before counters of its meter have been received. */
  readonly bill?: BillReport;
  /** Left out while its broker can be reached. */
  readonly broker?: BrokerTrouble | undefined;
  /** Left out without a broker. */
  readonly brokerState?: () => BrokerState;
}

export type Member = PricesMember | DeviceMember | BatteryMember | SiteMember;

interface ShownPrices extends Named {
  readonly series?: SeriesPayload;
  readonly now?: NowPayload;
  readonly demo: boolean;
  /** The node that publishes what this one was to. */
  readonly conflict?: string;
  /** The failure since the last answer. */
  readonly problem?: Fault;
  /** The contract and the network that are priced; left out where prices were given. */
  readonly contract?: Contract;
}

/** Tariffs by their names and those of their companies, or by their ids where nobody said a name. */
interface Contract {
  readonly energy: NamedTariff;
  readonly grid?: NamedTariff;
}

interface NamedTariff {
  readonly name: string;
  readonly company?: string;
}

interface ShownDevice extends Named, Partial<SwitchPayload> {
  readonly plan?: PlanPayload;
  /** The price of each of its runs among those of its day; `null` where one is not known. */
  readonly levels?: readonly (Level | null)[];
  /** IANA zone of the wall clock that it goes by. */
  readonly timeZone?: string;
  /** Energy that it needs, if that is what is requested. */
  readonly needKwh?: number;
  /** Its costs and savings are those of each kW: nobody has said how many it has. */
  readonly perKw?: true;
  /** Of the prices that came to it, where they say one. */
  readonly currency?: string;
  readonly override?: 'auto' | 'on' | 'off';
  /** Minutes, or an instant in ISO 8601; left out where nobody has said an end. */
  readonly overrideUntil?: string | number;
  /** The one that counts now; left out where it has none. */
  readonly deadline?: string;
  /** It is off by hand for so long that it will not be ready by then: its deadline, or the end of its day. */
  readonly lateFor?: string;
  /** The run under way began before its settings were changed, and is finished. */
  readonly finishes?: true;
  /** Its first day, which has no more than a part of the need. */
  readonly isPart?: true;
  /** Left out where nobody knows what it takes. */
  readonly account?: ShownAccount;
}

interface ShownAccount {
  /** ISO 4217, where prices have said one. */
  readonly currency?: string;
  readonly month: ToldSums;
  /** In the bill of this month; left out before the first. */
  readonly billCost?: number;
}

interface ShownBattery extends Named, Partial<OrderPayload> {
  /** Left out of a battery. */
  readonly car?: true;
  /** Percent. */
  readonly soc?: number;
  readonly saving?: number | null;
  readonly override?: string;
  /** Minutes, or an instant in ISO 8601; left out where nobody has said an end. */
  readonly overrideUntil?: string | number;
  /** Those that a hand may order. */
  readonly modes?: readonly StoreMode[];
  readonly timeZone?: string;
}

/** The sidebar's view of the flows that run. */
export interface Overview {
  /** RFC 3339 in UTC, by the clock that the nodes go by. */
  readonly now: string;
  /** Every node with prices. */
  readonly choices: readonly PricesChoice[];
  /** The one asked for, else that of the devices; `null` where there is none. */
  readonly prices: ShownPrices | null;
  /** Of a device, where no node has prices. */
  readonly given?: ChartSeries;
  /** The devices of its site. */
  readonly devices: readonly ShownDevice[];
  /** Left out where there are none. */
  readonly batteries?: readonly ShownBattery[];
  /** What the grid operator lets the site take for a time; the end in RFC 3339. */
  readonly dimmed?: { readonly kw: number; readonly until: string };
  /** Of its site; left out where nobody charges for peaks. */
  readonly peak?: PeakReport;
  /** Of its site; left out before counters of its meter have been received. */
  readonly bill?: BillReport;
  /** Left out while the broker of these nodes can be reached. */
  readonly broker?: BrokerTrouble;
}

/** @param asked id of the node whose prices are wanted. */
export function overviewOf(members: readonly Member[], asked: string | undefined, clock: Clock): Overview {
  const { choices, chosen, devices } = sharing(members, asked);
  const batteries = members.filter((member) => member.kind === 'battery').filter((one) => together(one, chosen));
  const sites = members.filter((member) => member.kind === 'site');
  const { peak, bill } = sites.find(({ id }) => id === chosen?.site) ?? {};
  const known = choices.some(({ state }) => state?.prices);
  const [given] = known ? [] : devices.flatMap(({ state }) => (state && chartSeriesGiven(state)) ?? []);
  const [dimming] = [...devices, ...batteries].flatMap(({ state }) => state?.dimming ?? []);
  const shown = new Set([chosen, ...devices, ...batteries].map((member) => member?.site));
  const broker = sites.find((site) => site.broker && shown.has(site.id))?.broker;
  return {
    now: utcTime(clock.now()),
    choices: choices.map(({ state, ...choice }) => ({ ...named(choice), ...(state?.prices && { hasPrices: true }) })),
    prices: chosen ? shownPrices(chosen) : null,
    ...(given && { given }),
    devices: devices.map((device) => shownDevice(device, clock.now())),
    ...(batteries.length > 0 && { batteries: batteries.sort(byName).map(shownBattery) }),
    ...(dimming && { dimmed: { kw: dimming.kw, until: utcTime(dimming.until) } }),
    ...(peak && { peak }),
    ...(bill && { bill }),
    ...(broker && { broker }),
  };
}

/** Every node with prices, the one asked for, else the one that the devices go by, and the devices of its site. */
export function sharing(members: readonly Member[], asked: string | undefined) {
  const choices = members.filter((member) => member.kind === 'prices').sort(byName);
  const takers = members.filter((member) => member.kind === 'device' || member.kind === 'battery');
  const usual = housePrices(
    choices,
    takers.map(({ prices = [] }) => prices),
  );
  const chosen = choices.find(({ id }) => id === asked) ?? usual;
  const devices = members.filter((member) => member.kind === 'device').filter((device) => together(device, chosen));
  return { choices, chosen, devices: devices.sort(byName) };
}

const named = ({ id, name, site }: Named): Named => ({ id, name, site });

/** A device that no price node is wired to may take its prices from any, where one of both has no site. */
function together(
  { site, prices: wired = [] }: Pick<DeviceMember, 'site' | 'prices'>,
  prices: Named | undefined,
): boolean {
  if (!prices || wired.includes(prices.id) || (site !== '' && site === prices.site)) return true;
  return wired.length === 0 && (site === '' || prices.site === '');
}

function shownPrices({ state, ...member }: PricesMember): ShownPrices {
  const { prices, problem, demo = false, conflict, selection } = state ?? {};
  const contract = selection && contractOf(selection);
  return {
    ...named(member),
    ...(prices && { series: seriesMessage(prices.series) }),
    ...(prices?.now && { now: nowMessage(prices.now) }),
    demo,
    ...(conflict !== undefined && { conflict }),
    ...(problem && { problem: briefFault(problem, prices?.now !== undefined) }),
    ...(contract && { contract }),
  };
}

function contractOf({ consumption, feedin, grid }: Selection): Contract | undefined {
  const energy = consumption ?? feedin;
  return energy && { energy: namedTariff(energy), ...(grid && { grid: namedTariff(grid) }) };
}

/** Of a contract of one's own, which is its own company; earlier dialogs kept it under a name in their language. */
const own = /^own-[\da-f]{10}(-|$)/;

const namedTariff = ({ id, name = '', companyName = name }: NonNullable<Selection['grid']>): NamedTariff => ({
  name: name || id,
  ...(companyName !== name && !own.test(id) && { company: companyName }),
});

function shownDevice({ state, ...member }: DeviceMember, now: Instant): ShownDevice {
  if (!state) return named(member);
  const { demand, finishes, isPart, account, switch: output } = state.report;
  const currency = state.given?.prices.currency;
  const { timeZone } = state.report.plan;
  const period = periodAt({ readyBy: demand.readyBy ?? undefined }, now, timeZone);
  const { plan, isLate } = planBesideHand(state.report, saysNeed(demand) ? period?.end : undefined);
  return {
    ...named(member),
    ...switchMessage(output, timeZone),
    plan: planMessage(plan),
    ...(plan.runs.length > 0 && { levels: levelsOf(plan, state) }),
    timeZone,
    ...(demand.energyKwh != null && { needKwh: demand.energyKwh }),
    ...((plan.cost ?? plan.expectedCost) != null && costsPerKw(demand) && { perKw: true }),
    ...(currency && { currency }),
    ...(demand.override && { override: demand.override }),
    ...(demand.overrideUntil != null && { overrideUntil: demand.overrideUntil }),
    ...(period?.deadline && { deadline: isoTimeIn(timeZone, period.end) }),
    ...(isLate && period && { lateFor: isoTimeIn(timeZone, period.end) }),
    ...(finishes && { finishes }),
    ...(isPart && { isPart }),
    ...(account && { account: shownAccount(account) }),
  };
}

/** By the prices that came to the device, which its plan is made on; those of another node are no measure. */
function levelsOf({ runs, timeZone }: DeviceState['report']['plan'], { given, report }: DeviceState): (Level | null)[] {
  const { spans = [], feedin = spans } = given?.prices ?? {};
  const known = report.demand.direction === 'dearest' ? feedin : spans;
  return runs.map(({ start, averagePrice }) => {
    const day = pricesOfDay(known, start, timeZone);
    return averagePrice === null || !day
      ? null
      : levelOf(
          averagePrice,
          day.map(({ price }) => price),
        );
  });
}

function shownBattery({ state, ...member }: BatteryMember): ShownBattery {
  if (!state) return named(member);
  const { modes } = state;
  const { plan, values } = state.report;
  return {
    ...named(member),
    ...orderMessage(state.report),
    ...(state.report.kind === 'car' && { car: true }),
    ...(values.soc != null && { soc: values.soc }),
    ...(values.override && { override: values.override }),
    ...(values.overrideUntil != null && { overrideUntil: values.overrideUntil }),
    ...(modes && { modes }),
    saving: plan.saving,
    timeZone: plan.timeZone,
  };
}

const shownAccount = ({ currency, month, bill }: AccountTold): ShownAccount => ({
  month,
  ...(bill && { billCost: bill.cost }),
  ...(currency && { currency }),
});

/** The runs of a device as a table. Throws a `MessageError` where there is none. */
export function accountTable(members: readonly Member[], id: unknown): { readonly csv: string } {
  const device = members.filter((member) => member.kind === 'device').find((member) => member.id === id);
  if (!device?.state?.csv) throw new MessageError(`id: no device ${id} is running`);
  return { csv: device.state.csv() };
}
