import { checkInstant, checkList, checkNumber, checkObject } from '../arguments.ts';
import type { TimeSpan, UnixSeconds } from '../types.ts';
import type { Slot, Store, StoreGoal } from './types.ts';

/** A field, what it has to be, and whether it is. */
export interface FieldRule<T> {
  readonly field: keyof T & string;
  readonly allowed: string;
  readonly optional?: true;
  isRight(value: number): boolean;
}

const atLeast0 = (value: number) => value >= 0 && value < Number.POSITIVE_INFINITY;
const isShare = (value: number) => value > 0 && value <= 1;
const NOT_BELOW_0 = { allowed: 'a number that is not below 0', isRight: atLeast0 };
export const LIMIT = {
  allowed: 'a number that is not below 0',
  isRight: (kw: number) => kw >= 0,
  optional: true,
} as const;
const SHARE = { allowed: 'above 0 and at most 1', isRight: isShare };
const FINITE = { allowed: 'a finite number', isRight: Number.isFinite };

/** @throws RangeError or TypeError naming the field that a store cannot be planned with */
export function checkStore(store: Store, of = 'store'): void {
  checkObject(of, store);
  for (const field of ['goals', 'endValue', 'available'] as const)
    if (store[field] !== undefined) checkList(`${of}.${field}`, store[field]);
  const { capacityKwh } = store;
  check(of, store, storeRules(store));
  const stored = { allowed: `between 0 and capacityKwh (${capacityKwh})`, isRight: within(0, capacityKwh) };
  for (const [i, each] of (store.goals ?? []).entries()) {
    check<StoreGoal>(`${of}.goals[${i}]`, each, [{ field: 'storedKwh', ...stored }]);
    checkInstant(`${of}.goals[${i}].by`, each.by);
  }
  let most = Number.POSITIVE_INFINITY;
  for (const [i, each] of (store.endValue ?? []).entries()) {
    const falling = { allowed: 'at least 0, and at most that of the kWh before', isRight: within(0, most) };
    check<typeof each>(`${of}.endValue[${i}]`, each, [
      { field: 'kwh', ...NOT_BELOW_0 },
      { field: 'perKwh', ...falling },
    ]);
    most = each.perKwh;
  }
  for (const [i, each] of (store.available ?? []).entries()) checkTimes(`${of}.available[${i}]`, each);
}

function storeRules({ capacityKwh, minKwh = 0, maxChargeKw }: Store): readonly FieldRule<Store>[] {
  const stored = { allowed: `between 0 and capacityKwh (${capacityKwh})`, isRight: within(0, capacityKwh) };
  const most = {
    allowed: `between minKwh (${minKwh}) and capacityKwh (${capacityKwh})`,
    isRight: within(minKwh, capacityKwh),
  };
  const least = { allowed: `between 0 and maxChargeKw (${maxChargeKw})`, isRight: within(0, maxChargeKw) };
  return [
    { field: 'capacityKwh', allowed: 'above 0', isRight: (kwh) => kwh > 0 && kwh < Number.POSITIVE_INFINITY },
    { field: 'minKwh', ...stored, optional: true },
    { field: 'maxKwh', ...most, optional: true },
    { field: 'storedKwh', ...stored },
    { field: 'maxChargeKw', ...NOT_BELOW_0 },
    { field: 'maxDischargeKw', ...NOT_BELOW_0 },
    { field: 'minChargeKw', ...least, optional: true },
    { field: 'standbyKw', ...NOT_BELOW_0, optional: true },
    { field: 'chargeEfficiency', ...SHARE },
    { field: 'dischargeEfficiency', ...SHARE },
    { field: 'wearPerKwh', ...NOT_BELOW_0, optional: true },
  ];
}

const SLOT_RULES: readonly FieldRule<Slot>[] = [
  { field: 'importPrice', ...FINITE },
  { field: 'exportPrice', ...FINITE },
  { field: 'loadKw', ...NOT_BELOW_0 },
  { field: 'solarKw', ...NOT_BELOW_0 },
  { field: 'importKw', ...LIMIT },
  { field: 'exportKw', ...LIMIT },
];

/** @throws RangeError or TypeError naming the slot that cannot be planned with */
export function checkSlots(slots: readonly Slot[], now: UnixSeconds): void {
  checkInstant('now', now);
  checkList('slots', slots);
  const [first, last] = [slots[0], slots.at(-1)];
  for (const [i, slot] of slots.entries()) checkObject(`slots[${i}]`, slot);
  if (first) checkInstant('slots[0].start', first.start);
  if (!first || !last || first.start > now || last.end <= now) throw new RangeError('slots must cover now');
  let before = first.start;
  for (const [i, slot] of slots.entries()) {
    if (slot.start !== before)
      throw new RangeError(`slots[${i}].start must be the end of the slot before (${before}), got ${slot.start}`);
    const of = `slots[${i}]`;
    checkTimes(of, slot);
    check(of, slot, SLOT_RULES);
    before = slot.end;
  }
}

function checkTimes(of: string, span: TimeSpan): void {
  checkObject(of, span, '{ start, end }');
  const { start, end } = span;
  checkInstant(`${of}.start`, start);
  checkInstant(`${of}.end`, end);
  checkNumber(`${of}.end`, end, 'after its start', (value) => value > start);
}

/** @throws RangeError or TypeError naming the first field that is not as its rule allows */
export function check<T extends object>(of: string, thing: T, rules: readonly FieldRule<T>[]): void {
  checkObject(of, thing);
  for (const { field, allowed, optional, isRight } of rules)
    if (!optional || thing[field] !== undefined) checkNumber(`${of}.${field}`, thing[field], allowed, isRight);
}

const within = (least: number, most: number) => (value: number) => value >= least && value <= most;
