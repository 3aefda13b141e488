import type { Catalogue } from '../../../src/service/catalogue/catalogue.ts';
import { bundleOf } from '../../../src/service/catalogue/figures/bundle.ts';

interface RawRow {
  [key: string]: unknown;
}

export interface RawFile extends RawRow {
  levies?: { name: string; rates: RawRow[] }[];
  companies?: { id: string; tariffs?: { id: string; versions: { price: RawRow }[] }[] }[];
}

/** A bundle as it is written. */
export interface RawBundle extends RawRow {
  version: string;
  markets: Record<string, RawFile[]>;
}

export const wholeBundle = bundleOf('data/catalogue', '2026-11-26') as unknown as RawBundle;

/** The shipped figures of three markets as a bundle of 2026-11-26, changed. */
export function bundleText(change: (bundle: RawBundle) => void = () => {}): string {
  const { FI = [], NL = [], PT = [] } = wholeBundle.markets;
  const bundle = structuredClone({ ...wholeBundle, markets: { FI, NL, PT } });
  change(bundle);
  return JSON.stringify(bundle);
}

export const filesOf = (bundle: RawBundle, country: string): RawFile[] => bundle.markets[country] ?? [];

export function levyOf(bundle: RawBundle, country: string) {
  const levy = filesOf(bundle, country).flatMap(({ levies = [] }) => levies)[0];
  if (!levy) throw new Error(`${country} has no levy`);
  return levy;
}

const DAY = '2026-11-26';
const { name, rates } = levyOf(wholeBundle, 'FI');
const inForce = rates.findLast(({ from }) => String(from) <= DAY) as { readonly from: string; readonly value: number };

/** The first Finnish levy of the shipped figures, and its rate in force on 2026-11-26, ct/kWh. */
export const finnishLevy = { name, from: inForce.from, value: inForce.value };

const times = (factor: number) => Number((finnishLevy.value * factor).toFixed(4));

/** Multiplies a rate by a factor. */
export function scaleFinnishLevy(bundle: RawBundle, factor: number): void {
  const rate = levyOf(bundle, 'FI').rates.find(({ from }) => from === finnishLevy.from);
  Object.assign(rate ?? {}, { value: times(factor) });
}

export const withFinnishLevy = (factor: number, version = DAY): string =>
  bundleText((bundle) => {
    bundle.version = version;
    scaleFinnishLevy(bundle, factor);
  });

/** The change as it is printed. */
export const finnishChange = (factor: number): string => {
  const { value, from } = finnishLevy;
  const ratio = (times(factor) / value).toFixed(2);
  return `FI levy "${name}" from ${from}: ${value} -> ${times(factor)} ct/kWh (x${ratio})`;
};

/** The rate in a catalogue as a multiple of the shipped one. */
export function finnishFactorIn({ books }: Catalogue): number {
  const levy = books.get('FI')?.levies.find((each) => each.name === name);
  const { value = 0 } = levy?.rates.find(({ from }) => from === finnishLevy.from) ?? {};
  return Number(((100 * value) / finnishLevy.value).toFixed(3));
}
