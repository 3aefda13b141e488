/**
 * What the Norwegian schemes add to a kWh as shares of the hour's exchange price, in NOK without VAT, with the last day for which
 * each is settled.
 */
export const norwegianSchemes = {
  /** The state pays a share of the price above a threshold (forskrift 2025-09-08-1791). */
  'no-price-support': [
    { from: '', until: '2025-12-31', value: { coefficient: -0.9, above: 0.75 } },
    { from: '2026-01-01', until: '2026-12-31', value: { coefficient: -0.9, above: 0.77 } },
  ],
  /** Norgespris: 40 øre in place of the price, 50 with VAT, since October 2025. */
  'no-fixed-price': [{ from: '', until: '2026-12-31', value: { coefficient: -1, margin: 0.4 } }],
} as const;
