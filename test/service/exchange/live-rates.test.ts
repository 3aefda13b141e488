import { expect, it } from 'vitest';
import { zonePricesIn } from '../../../src/core/price-file.ts';
import { quartersOf } from '../../../src/pricing/calendar/quarters.ts';
import { spotOver } from '../../../src/pricing/spot.ts';
import type { SpotRule } from '../../../src/pricing/tariff.ts';
import { replayed } from '../../../src/service/exchange/replay.ts';

/** Two days of 0.1 euro per kWh, of which the second came with its own exchange rate. */
const day = (date: string, facts: string) => `${date} ${facts} 10000${' 0'.repeat(23)}\n`;
const zone = zonePricesIn(
  `zone: PL\nreplay: no\n\n${day('2026-04-15', '3600')}${day('2026-04-16', '3600,pse,4.25')}`,
  'PL.txt',
);
const at = (iso: string) => Date.parse(iso) / 1000;

it('a price that came with an exchange rate is worth that, any other what the catalogue says', () => {
  const prices = replayed({ get: () => zone });
  const span = { start: at('2026-04-14T22:00:00Z'), end: at('2026-04-16T22:00:00Z') };
  const rule: SpotRule = { kind: 'spot', zone: 'PL', settlement: 3600, coefficient: 1, margin: 0 };
  const quarters = quartersOf(span, 'Europe/Warsaw', new Set());
  const spot = spotOver(rule, quarters, {
    pointsOf: (name) => prices.pointsOf(name, span, at('2026-04-15T12:00:00Z')),
    exchangeRates: [{ from: '2025-01-01', value: 4 }],
  });
  expect([0, 95, 96, 191].map((i) => spot[i]?.toFixed(6))).toEqual(['0.400000', '0.400000', '0.425000', '0.425000']);
});
