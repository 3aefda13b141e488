import { round6 } from '../../core/components.ts';
import type { Instant, Span } from '../../core/time.ts';
import { horizonOf } from '../../planner/horizon.ts';
import type { SitePlan } from '../../planner/house/site.ts';
import type { GridStep, HouseClaim } from '../../planner/house/types.ts';
import { planHouse } from '../../planner/joint/plan-house.ts';
import { checkSlots } from '../../planner/store/checks.ts';
import type { StorePlan, StoreStep } from '../../planner/store/types.ts';
import type { Demand, Plan, PricedSpan } from '../../planner/types.ts';
import { needOf, periodAt, periodToMeet, resolveDemand } from '../demand/resolve-demand.ts';
import { MessageError } from '../parse.ts';
import { type PlanPayload, planSummary, reasonOf } from '../plan.ts';
import { planMessage } from '../to-message.ts';
import { type AskedDevice, type HouseQuestion, readHouseQuestion } from './question.ts';
import { timesAsIn } from './times.ts';

/** `Timed` with its times in ISO 8601. */
type Told<Timed extends Span> = Omit<Timed, 'start' | 'end'> & { readonly start: string; readonly end: string };

/** The answer to a question about a house: a `HousePlan` as messages tell it. */
export interface HouseAnswer {
  /** In the order of the question. */
  readonly devices: readonly PlanPayload[];
  readonly stores: readonly (Omit<StorePlan, 'slots'> & { readonly slots: readonly Told<StoreStep>[] })[];
  readonly grid: readonly Told<GridStep>[];
  readonly peakKw: number;
  readonly peakCost: number;
  readonly cost: number;
  readonly baselineCost: number;
  readonly bound: number;
  readonly gap: number;
}

/** The answer to the text of a request, as JSON; `refused` where it says what is wrong with it. */
export function answerTo(request: string): { readonly text: string; readonly refused: boolean } {
  try {
    return { text: JSON.stringify(planAnswer(readHouseQuestion(request))), refused: false };
  } catch (error) {
    // The planner names fields that do not fit each other.
    if (!(error instanceof MessageError || error instanceof RangeError)) throw error;
    return { text: errorAnswer(withDots(error.message)), refused: true };
  }
}

/** Paths as schemas write them: the planner's `slots[0].start` is `slots.0.start`. */
const withDots = (text: string): string => text.replace(/\[(\d+)\]/g, '.$1');

/** The answer that there is no plan, and why. */
export const errorAnswer = (error: string): string => JSON.stringify({ error });

/** Throws a `MessageError` or a `RangeError` that names the field that cannot be planned with. */
export function planAnswer(question: HouseQuestion): HouseAnswer {
  const { now, slots, stores, importKw, exportKw, peak } = question;
  checkSlots(slots, now);
  const asked = question.devices.map((device, i) => ({ device, claim: claimOf(device, question, i) }));
  const claims = asked.flatMap(({ claim }) => (typeof claim === 'string' ? [] : [claim]));
  const plan = planHouse(
    {
      ...{ slots, stores, devices: claims },
      ...(importKw !== undefined && { importKw }),
      ...(exportKw !== undefined && { exportKw }),
      ...(peak && { peak }),
    },
    now,
  );
  const iso = timesAsIn(question);
  const told = <Timed extends Span>(timed: Timed): Told<Timed> => ({
    ...rounded(timed),
    start: iso(timed.start),
    end: iso(timed.end),
  });
  const planned = plan.devices[Symbol.iterator]();
  return {
    devices: asked.map(({ device, claim }) =>
      typeof claim === 'string'
        ? devicePlan(device, claim === 'satisfied' ? SATISFIED : NOTHING, claim, question, iso)
        : devicePlan(device, planned.next().value ?? NOTHING, undefined, question, iso),
    ),
    stores: plan.stores.map((store) => ({ ...rounded(store), slots: store.slots.map(told) })),
    grid: plan.grid.map(told),
    ...rounded({
      peakKw: plan.peakKw,
      peakCost: plan.peakCost,
      cost: plan.cost,
      baselineCost: plan.baselineCost,
      bound: plan.bound,
      gap: plan.gap,
    }),
  };
}

/** The claim of a device; a reason where there is nothing to plan. */
function claimOf({ demand, state }: AskedDevice, question: HouseQuestion, i: number): HouseClaim | string {
  if (demand.enabled === false) return 'disabled';
  if (demand.direction === 'dearest')
    throw new MessageError(`devices.${i}.demand.direction: cheapest only, what sells is a store`);
  const asked = demandOf(demand, state, question, i);
  return typeof asked === 'string' ? asked : { demand: asked, state };
}

/** The demand as the planner has it; a reason where there is none. */
function demandOf(
  demand: AskedDevice['demand'],
  { delivered }: AskedDevice['state'],
  { now, timeZone, slots }: HouseQuestion,
  i: number,
): Demand | string {
  try {
    if (needOf(demand).length === 0 && demand.alsoBelowPrice === undefined) return 'no-demand';
    const period = periodAt(demand, now, timeZone);
    if (!period) return 'deadline-passed';
    const known = knownPrices(slots);
    const resolved = resolveDemand(
      { whenUnknown: 'estimate', ...demand },
      {
        ...{ now, timeZone, horizon: horizonOf(known), knownUntil: known.at(-1)?.end ?? now },
        period: delivered.minutes > 0 ? period : periodToMeet(demand, period, now, timeZone),
        delivered: delivered.minutes,
      },
    );
    return resolved ?? 'satisfied';
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    throw new MessageError(`devices.${i}.demand.${error.message}`, { cause: error });
  }
}

const knownPrices = (slots: HouseQuestion['slots']): PricedSpan[] =>
  slots.flatMap(({ start, end, importPrice, estimated }) => (estimated ? [] : [{ start, end, price: importPrice }]));

/** Of a device that is asked to do nothing. */
const NOTHING: Plan = { runs: [], outcome: { kind: 'idle', because: 'waiting' }, cost: null, baselineCost: null };
const SATISFIED: Plan = { ...NOTHING, outcome: { kind: 'idle', because: 'satisfied' } };

function devicePlan(
  { name }: AskedDevice,
  plan: Plan & Partial<Pick<SitePlan, 'limitCost' | 'solarKwh' | 'avoidsPeak'>>,
  because: string | undefined,
  { now, timeZone }: HouseQuestion,
  iso: (instant: Instant) => string,
): PlanPayload {
  return planMessage(
    planSummary(plan, {
      ...{ device: name, timeZone, sense: 'cost' },
      reason: because ?? (plan.avoidsPeak ? 'peak-avoided' : reasonOf(plan)),
      next: nextChange(plan, now),
      limitCost: plan.limitCost ?? undefined,
      solarKwh: plan.solarKwh,
    }),
    iso,
  );
}

const nextChange = ({ runs }: Plan, now: Instant): Instant | undefined =>
  runs.flatMap(({ start, end }) => [start, end]).find((change) => change > now);

/** Amounts without the noise of floats. */
const rounded = <T extends object>(values: T): T => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (typeof value === 'number' ? [[key, round6(value)]] : [])),
  ),
});
