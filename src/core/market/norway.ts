import { type Dated, rowOn, type Standing } from '../dated.ts';
import type { LocalDate } from '../time.ts';

interface Amount extends Dated<number>, Standing {}

/** Amounts of the Norwegian schemes, in NOK per kWh without VAT, with the last day for which each is settled. */
const norwegianSchemes = {
  /** The state pays a share of the spot price above this (forskrift 2025-09-08-1791). */
  'no-price-support': [
    { from: '', value: 0.75, until: '2025-12-31' },
    { from: '2026-01-01', value: 0.77, until: '2026-12-31' },
  ],
  /** Norgespris: 40 øre, 50 with VAT, since October 2025. */
  'no-fixed-price': [{ from: '', value: 0.4, until: '2026-12-31' }],
} as const satisfies Record<string, readonly Amount[]>;

export type NorwegianScheme = keyof typeof norwegianSchemes;

/** The amount of a scheme on a day by the Norwegian clock; the last known one after it has expired. */
export const schemeAmount = (scheme: NorwegianScheme, date: LocalDate): Amount =>
  rowOn<Amount>(norwegianSchemes[scheme], date) as Amount;
