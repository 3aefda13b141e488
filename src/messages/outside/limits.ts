import { componentNames } from '../../core/components.ts';
import { householdLimits } from '../../core/market/currency.ts';
import { utcTime } from '../../core/time.ts';
import { MessageError } from '../parse.ts';
import type { OutsidePrices } from './outside.ts';

const amounts = [...componentNames, 'total'] as const;

/**
 * Refuses prices that no household of a market pays: most are per MWh, or in cents. A forecast is no price.
 * @throws MessageError with the first of them.
 */
export function assertPlausible({ points, feedin = [] }: OutsidePrices, currency: string | undefined): void {
  const limits = currency === undefined ? undefined : householdLimits(currency);
  if (!limits) return;
  const { min, max } = limits;
  for (const point of [...points, ...feedin])
    for (const name of amounts) {
      const amount = point[name];
      if (amount === undefined || (amount >= min && amount <= max)) continue;
      throw new MessageError(
        `${name} of ${utcTime(point.start)}: must be from ${min} to ${max} ${currency}/kWh, got ${amount}: per MWh? In cents?`,
      );
    }
}
