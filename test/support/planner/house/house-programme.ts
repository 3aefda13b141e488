import { monthPeak, type PeakRule } from '../../../../src/planner/house/peak.ts';
import type { House, HouseClaim } from '../../../../src/planner/house/types.ts';
import type { Slot, Store } from '../../../../src/planner/store/types.ts';
import { leastOf, Programme } from '../programme.ts';

/**
 * The same question as `planHouse` answers, put to a solver: devices switch where a slot begins, all slots are as long.
 * It shares nothing with the planner.
 */

/** Money that a kWh above a limit, a minute of a device and a kWh of a goal weigh. */
export const WEIGHTS = { above: 1000, minute: 10, short: 100 };
/** The share of the least that the solver may leave open. */
const GAP = 1e-6;

/** What the best plan comes to at least: money, less what is left in stores, and what is missed at its weight. */
export async function houseBound(house: House): Promise<number> {
  const least = await leastOf(programmeFor(house), { mip_rel_gap: GAP, mip_feasibility_tolerance: 1e-8 });
  return least - GAP * Math.abs(least);
}

type Term = readonly [factor: number, name: string];

function programmeFor({ slots, stores, devices, importKw, exportKw, peak }: House): string {
  const programme = new Programme();
  const used = devices.map((device, k) => usedBy(programme, device, k, slots));
  const stored = stores.map((store, k) => storedIn(programme, store, k, slots));
  slots.forEach((slot, i) => {
    const hours = (slot.end - slot.start) / 3600;
    const { devicesKw } = slot;
    const [bought, sold] = [`p${i}`, `s${i}`];
    const curtailed = programme.variable(`u${i}`, slot.curtailable ? slot.solarKw : 0);
    programme.variable(bought, undefined, hours * slot.importPrice);
    programme.variable(sold, undefined, -hours * slot.exportPrice);
    const taken = used.flatMap((terms) => terms[i] ?? []);
    const balance: Term[] = [
      [1, bought],
      [-1, sold],
      [-1, curtailed],
      ...taken.map(([kw, name]): Term => [-kw, name]),
      ...stored.flatMap((each): Term[] => each[i] ?? []),
    ];
    programme.row(balance, '=', slot.loadKw - slot.solarKw);
    // Nothing of ours passes a limit: what may pass it is the house alone.
    const netKw = slot.loadKw - slot.solarKw;
    const alone = Math.max(0, netKw - (importKw ?? netKw), -netKw - (exportKw ?? -netKw));
    const above = programme.variable(`a${i}`, alone, hours * WEIGHTS.above);
    if (importKw !== undefined)
      programme.row(
        [
          [1, bought],
          [-1, above],
        ],
        '<=',
        importKw,
      );
    if (exportKw !== undefined)
      programme.row(
        [
          [1, sold],
          [-1, above],
        ],
        '<=',
        exportKw,
      );
    if (devicesKw !== undefined) programme.row([...taken, [1, programme.variable(`l${i}`)]], '=', devicesKw);
    if (peak)
      programme.row(
        [
          [1, 'w'],
          [-1, bought],
        ],
        '>=',
        0,
      );
  });
  if (peak) chargeFor(programme, peak);
  programme.objective.push('+ 0 x');
  return programme.toString();
}

/** What a device takes in each slot: kW and whether. */
function usedBy(programme: Programme, { demand }: HouseClaim, k: number, slots: readonly Slot[]): Term[][] {
  const minutesOf = (slot: Slot | undefined) => (slot ? (slot.end - slot.start) / 60 : 0);
  const length = minutesOf(slots[0]);
  const last = slots.filter(({ end }) => end <= (demand.readyBy ?? Number.POSITIVE_INFINITY)).length;
  const isMissing = programme.variable(`m${k}`, undefined, WEIGHTS.minute);
  if (demand.shape === 'split') {
    const runs = slots.slice(0, last).map((_, i) => programme.binary(`y${k}_${i}`));
    programme.row([[1, isMissing], ...runs.map((name): Term => [length, name])], '>=', demand.need.minutes);
    return runs.map((name) => [[demand.need.kw, name]]);
  }
  const powers = demand.phases.flatMap(({ minutes, kw }) => Array<number>(minutes / length).fill(kw));
  const starts = slots.slice(0, Math.max(0, last - powers.length + 1)).map((_, i) => programme.binary(`z${k}_${i}`));
  programme.row(
    [[1, isMissing], ...starts.map((name): Term => [length * powers.length, name])],
    '>=',
    length * powers.length,
  );
  programme.row([...starts.map((name): Term => [1, name]), [0, isMissing]], '<=', 1);
  return slots.map((_, i) =>
    powers.flatMap((kw, part): Term[] => (starts[i - part] === undefined ? [] : [[kw, starts[i - part] ?? '']])),
  );
}

/** What a store gives (positive) and takes in each slot. */
function storedIn(programme: Programme, store: Store, k: number, slots: readonly Slot[]): Term[][] {
  const { chargeEfficiency, dischargeEfficiency, wearPerKwh = 0, endValue = [], goals = [] } = store;
  programme.bounds.push(`x${k}_0 = ${store.storedKwh}`);
  const moves = slots.map(({ start, end }, i): Term[] => {
    const hours = (end - start) / 3600;
    const charge = programme.variable(`c${k}_${i}`, store.maxChargeKw);
    const discharge = programme.variable(`d${k}_${i}`, store.maxDischargeKw, hours * wearPerKwh);
    const after = programme.variable(`x${k}_${i + 1}`, store.capacityKwh);
    programme.row(
      [
        [1, after],
        [-1, `x${k}_${i}`],
        [-hours * chargeEfficiency, charge],
        [hours / dischargeEfficiency, discharge],
      ],
      '=',
      0,
    );
    for (const goal of goals)
      if (goal.by === end)
        programme.row(
          [
            [1, after],
            [1, programme.variable(`g${k}`, undefined, WEIGHTS.short)],
          ],
          '>=',
          goal.storedKwh,
        );
    return [
      [1, discharge],
      [-1, charge],
    ];
  });
  const rest = endValue.map(({ kwh, perKwh }, e) => programme.variable(`e${k}_${e}`, kwh, -perKwh));
  if (rest.length > 0) programme.row([...rest.map((name): Term => [1, name]), [-1, `x${k}_${slots.length}`]], '<=', 0);
  return moves;
}

/** What the highest window adds to the month, beside the windows that are certain or usual. */
function chargeFor(programme: Programme, { rule, dailyMaxima, usualKw = 0 }: NonNullable<House['peak']>): void {
  const certain = [...dailyMaxima, ...Array<number>(rule.pick).fill(usualKw)].sort((a, b) => b - a);
  const least = monthPeak(rule, certain);
  const others = certain.slice(0, rule.pick - 1).reduce((sum, kw) => sum + kw, 0);
  programme.variable('w');
  if (!rule.steps) {
    const above = programme.variable('v', undefined, rule.perKw ?? 0);
    programme.row(
      [
        [1, above],
        [-1 / rule.pick, 'w'],
      ],
      '>=',
      others / rule.pick - least,
    );
    return;
  }
  addSteps(programme, rule, least, others);
}

/** A threshold that is passed costs the difference of its steps. */
function addSteps(programme: Programme, { steps = [], pick }: PeakRule, least: number, others: number): void {
  steps.forEach(({ fromKw, amount }, i) => {
    const before = steps[i - 1];
    if (!before || fromKw <= least) return;
    const isPassed = programme.binary(`q${i}`);
    programme.objective.push(`+ ${amount - before.amount} ${isPassed}`);
    programme.row(
      [
        [1 / pick, 'w'],
        [-1e3, isPassed],
      ],
      '<=',
      fromKw - others / pick,
    );
  });
}
