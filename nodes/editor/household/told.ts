import type { Household } from '../../../src/runtime/household/household.ts';

export type { Preview } from '../../../src/runtime/household/switching.ts';

/** What the page shows of a site. */
export interface PageHouse extends Household {
  readonly id: string;
  readonly name: string;
  /** Left out where there is one. */
  readonly sites?: readonly { readonly id: string; readonly name: string }[];
  /** Needed to switch; left out where the page may not. */
  readonly token?: string;
}

/** A device, a battery or a car, as far as somebody may switch it. */
export interface Switched
  extends Pick<
    PageHouse['devices'][number],
    'id' | 'name' | 'asked' | 'done' | 'toldOtherwise' | 'deadline' | 'timeZone'
  > {
  readonly override?: string;
  /** Present in devices only. */
  readonly on?: boolean;
  /** The present mode of a battery or a car. */
  readonly mode?: string;
  /** Percent. */
  readonly soc?: number;
  readonly overrideUntil?: string | number;
  /** Of a battery, those that a hand may order. */
  readonly modes?: readonly string[];
  readonly car?: true;
  /** ISO 4217, for a device with prices of its own. */
  readonly currency?: string;
}

/** A house as it was when it was heard of last. */
export interface Told {
  readonly house: PageHouse;
  /** ISO 8601, by the clock of the house. */
  readonly now: string;
  /** Milliseconds, by the clock of the browser. */
  readonly heard: number;
}

/** Milliseconds after which what was told is old: three signs of life have stayed away. */
const OLD = 45_000;

export const isOld = ({ heard }: Told, at: number): boolean => Math.abs(at - heard) > OLD;

/** Seconds, the time in the house while somebody looks. */
export const presentIn = ({ now, heard }: Told, at: number): number =>
  Date.parse(now) / 1000 + Math.max(0, at - heard) / 1000;
