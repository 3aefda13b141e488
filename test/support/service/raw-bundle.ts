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

/** The bundle with one Finnish levy, ct/kWh. */
export const withFinnishLevy = (value: number, version = '2026-11-26'): string =>
  bundleText((bundle) => {
    bundle.version = version;
    levyOf(bundle, 'FI').rates = [{ from: '2025-01-01', value }];
  });
