import type { Span } from '../../core/time.ts';
import { deliveryDay } from '../../core/window.ts';
import { type FeedReading, MOST_ENTRIES, perKwh } from './feed-reading.ts';
import { agreedText, decimalOf, elements, withoutComments } from './xml.ts';

/** https://www.ote-cr.cz, `GetDamPricePeriodE`: an item per period, told by date and index; a day not published is not there. */

const QUARTERS = 100;

export function readOteItems(body: string, span: Span): FeedReading {
  const document = withoutComments(body);
  const [result] = elements(document, 'GetDamPricePeriodEResponse');
  if (result === undefined) {
    if (elements(document, 'Fault').length > 0) throw new Error('is a fault, no answer');
    throw new Error('is no GetDamPricePeriodEResponse');
  }
  const items = elements(result, 'Item');
  if (items.length > MOST_ENTRIES) throw new Error(`has more than ${MOST_ENTRIES} items`);
  const quotes = items.map((item) => {
    const [date, index, price] = ['Date', 'PeriodIndex', 'Price'].map((name) => agreedText(item, name) ?? '');
    if (agreedText(item, 'PeriodResolution') !== 'PT15M') throw new Error('has a PeriodResolution other than PT15M');
    if (!date || !/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error('has an Item without a Date');
    if (!/^\d{1,3}$/.test(index ?? '') || Number(index) < 1 || Number(index) > QUARTERS)
      throw new Error('has a PeriodIndex that is none');
    const perMwh = decimalOf(price ?? '');
    if (perMwh === undefined) throw new Error('has a Price that is no decimal number');
    const start = deliveryDay(date).start + (Number(index) - 1) * 900;
    return { start, end: start + 900, price: perKwh(perMwh) };
  });
  return { quotes: quotes.filter(({ start }) => span.start <= start && start < span.end) };
}
