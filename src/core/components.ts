/** The parts of a price per kWh, never summed by the service (specification, "Endpoints", rule 1). */
export const componentNames = ['energy', 'grid', 'fees', 'vat'] as const;
export type ComponentName = (typeof componentNames)[number];

/** Rates in the market's major currency unit per kWh. A component that was not priced is an absent key, never 0. */
export type Components = { readonly [name in ComponentName]?: number };

/** More than any price per kWh, or any part of one, in whatever currency; what is beyond it is no price. */
export const MOST_PRICE = 1_000_000;

/** A price whose total is known by itself, with as many of its components as are known beside it. */
export interface Priced extends Components {
  readonly total?: number;
}

/** The price that a customer pays per kWh: its total where that is known by itself, else the sum of the components present, rounded to 6 decimals. */
export function totalOf({ total, ...components }: Priced): number {
  if (total !== undefined) return round6(total);
  let sum = 0;
  for (const name of componentNames) sum += components[name] ?? 0;
  return round6(sum);
}

/** The asked components that at least one of the points does not carry, in the order of `componentNames`. */
export function missingFrom(points: readonly Components[], asked: readonly ComponentName[]): ComponentName[] {
  return componentNames.filter((name) => asked.includes(name) && points.some((point) => point[name] === undefined));
}

/** `value` to 6 decimals, without a negative zero. */
export function round6(value: number): number {
  return Math.round(value * 1e6) / 1e6 || 0;
}
