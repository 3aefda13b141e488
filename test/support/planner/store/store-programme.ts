import { stagesOf } from '../../../../src/planner/store/cut.ts';
import { type StoreTerms, termsOf } from '../../../../src/planner/store/terms.ts';
import type { Slot, Store } from '../../../../src/planner/store/types.ts';
import { leastOf, Programme } from '../programme.ts';

/**
 * The same question as `planStore` answers, put to a solver of linear programmes: yes and no as whole numbers wherever
 * it is asked for them. It shares with the planner how slots are cut and what a goal and a limit weigh, nothing else.
 */

/** Money, what is short of goals and above limits at its weight, less the value of what is stored at the end: the least there is. */
export async function leastCost(store: Store, slots: readonly Slot[], now: number, isWhole: boolean): Promise<number> {
  return leastOf(programmeOf(store, slots, now, isWhole), isWhole ? WHOLE : {});
}

const WHOLE = { mip_rel_gap: 0, mip_abs_gap: 0, mip_feasibility_tolerance: 1e-9 };

function programmeOf(given: Store, slots: readonly Slot[], now: number, isWhole: boolean): string {
  const store = termsOf(given, slots);
  const programme = new Programme();
  const stages = stagesOf(slots, given, now);
  programme.bounds.push(`x0 = ${store.storedKwh}`);
  stages.forEach(({ slot, hours, isThere, goals }, i) => {
    const { load, sun } = { load: slot.loadKw + (isThere ? store.standbyKw : 0), sun: slot.solarKw };
    const { importKw: I = 1e30, exportKw: X = 1e30 } = slot;
    const net = load - sun;
    const most = {
      charge: !isThere ? 0 : Math.max(0, Math.min(store.maxChargeKw, I - net, store.fromGrid ? 1e30 : -net)),
      discharge: !isThere ? 0 : Math.max(0, Math.min(store.maxDischargeKw, net + X, store.toGrid ? 1e30 : net)),
    };
    const c = programme.variable(`c${i}`, most.charge);
    const d = programme.variable(`d${i}`, most.discharge, hours * store.wearPerKwh);
    const u = programme.variable(`u${i}`, slot.curtailable ? sun : 0);
    const p = programme.variable(`p${i}`, undefined, hours * slot.importPrice);
    const s = programme.variable(`s${i}`, undefined, -hours * slot.exportPrice);
    programme.row(
      [
        [1, p],
        [-1, s],
        [-1, c],
        [1, d],
        [-1, u],
      ],
      '=',
      net,
    );
    if (slot.importKw !== undefined)
      programme.row(
        [
          [1, p],
          [-1, programme.variable(`op${i}`, undefined, hours * store.limitWeight)],
        ],
        '<=',
        I,
      );
    if (slot.exportKw !== undefined)
      programme.row(
        [
          [1, s],
          [-1, programme.variable(`os${i}`, undefined, hours * store.limitWeight)],
        ],
        '<=',
        X,
      );
    const x = programme.variable(`x${i + 1}`, store.mostKwh);
    programme.row(
      [
        [1, x],
        [-1, `x${i}`],
        [-hours * store.chargeEfficiency, c],
        [hours / store.dischargeEfficiency, d],
      ],
      '=',
      0,
    );
    if (!isWhole || store.storedKwh >= store.minKwh) programme.row([[1, x]], '>=', store.leastKwh);
    goals.forEach((goal, k) => {
      programme.row(
        [
          [1, x],
          [1, programme.variable(`g${i}_${k}`, undefined, store.goalWeight)],
        ],
        '>=',
        goal,
      );
    });
    if (isWhole)
      addChoices(programme, store, i, { most, net, sun: slot.curtailable ? sun : 0, noGridCharge: !store.fromGrid });
  });
  const rest = (given.endValue ?? []).map(({ kwh, perKwh }, k) => programme.variable(`e${k}`, kwh, -perKwh));
  if (rest.length > 0) programme.row([...rest.map((name) => [1, name] as const), [-1, `x${stages.length}`]], '<=', 0);
  programme.objective.push('+ 0 x0');
  return programme.toString();
}

interface Choice {
  readonly most: { readonly charge: number; readonly discharge: number };
  readonly net: number;
  readonly sun: number;
  readonly noGridCharge: boolean;
}

/** Charging or discharging, buying or selling, and what a store outside of its bounds may not. */
function addChoices(programme: Programme, store: StoreTerms, i: number, { most, net, sun, noGridCharge }: Choice) {
  const isCharging = programme.binary(`y${i}`);
  const isBuying = programme.binary(`z${i}`);
  const power = Math.abs(net) + most.charge + most.discharge + sun;
  programme.row(
    [
      [1, `c${i}`],
      [-most.charge, isCharging],
    ],
    '<=',
    0,
  );
  programme.row(
    [
      [1, `d${i}`],
      [most.discharge, isCharging],
    ],
    '<=',
    most.discharge,
  );
  programme.row(
    [
      [1, `p${i}`],
      [-power, isBuying],
    ],
    '<=',
    0,
  );
  programme.row(
    [
      [1, `s${i}`],
      [power, isBuying],
    ],
    '<=',
    power,
  );
  if (store.minChargeKw > 0)
    programme.row(
      [
        [1, `c${i}`],
        [-store.minChargeKw, isCharging],
      ],
      '>=',
      0,
    );
  if (noGridCharge)
    programme.row(
      [
        [1, `p${i}`],
        [power, isCharging],
      ],
      '<=',
      power,
    );
  if (store.storedKwh < store.minKwh) {
    const isAbove = programme.binary(`w${i}`);
    programme.row(
      [
        [1, `d${i}`],
        [-most.discharge, isAbove],
      ],
      '<=',
      0,
    );
    programme.row(
      [
        [1, `x${i + 1}`],
        [-store.minKwh, isAbove],
      ],
      '>=',
      0,
    );
  }
  if (store.storedKwh > store.maxKwh) {
    const isBelow = programme.binary(`v${i}`);
    programme.row(
      [
        [1, `c${i}`],
        [-most.charge, isBelow],
      ],
      '<=',
      0,
    );
    programme.row(
      [
        [1, `x${i + 1}`],
        [store.storedKwh - store.maxKwh, isBelow],
      ],
      '<=',
      store.storedKwh,
    );
  }
}
