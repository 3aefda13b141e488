import { MessageError } from '../parse.ts';
import { selectionKeys } from '../selection.ts';

/** The forms of prices as a refusal names them. */
const examples = [
  '[{start, total}]',
  '{prices: [{start, total}]}',
  '{priceData: [{start, value}]}',
  '{rates: [{start, end, value}]}',
  '{results: [{value_exc_vat, value_inc_vat, valid_from, valid_to}]}',
  '{today: [{startsAt, total}], tomorrow}',
  '[{timestamp, price, currency, area}]',
  '{NL: [{start, end, price}]}',
  '{raw_today: [{start, value}], raw_tomorrow}',
  '{raw_today: [{hour, price}], raw_tomorrow}',
  '{prices_today: [{time, price}], prices_tomorrow}',
  '{data: [{start_time, end_time, price_per_kwh}]}',
  '{forecast: [{start_date, price_tax_included: {amount}}]}',
];

const NAMED = 3;
const DEPTH = 3;

/**
 * Throws a `MessageError` for a payload that has the keys of prices, but in no form that is read, and none of a selection. It
 * names the forms that share the most keys with the payload.
 */
export function assertNoPrices(payload: object): void {
  const keys = keysOf(payload, DEPTH);
  if (selectionKeys.some((key) => key in payload)) return;
  const shared = (example: string) => (example.match(/\w+/g) ?? []).filter((word) => keys.has(word)).length;
  const nearest = [...examples].sort((a, b) => shared(b) - shared(a)).slice(0, NAMED);
  if (!Array.isArray(payload) && shared(nearest[0] ?? '') === 0) return;
  const forms = nearest.join(' or ');
  throw new MessageError(
    `neither prices nor a selection; prices have a form as ${forms}, a selection has ${selectionKeys.join(', ')}`,
  );
}

/** The keys of an object, of what lies in it and of the first entry of each list. */
function keysOf(value: unknown, depth: number): Set<string> {
  if (typeof value !== 'object' || !value || depth === 0) return new Set();
  const inner: [string, unknown][] = Array.isArray(value) ? [['', value[0]]] : Object.entries(value);
  return new Set(inner.flatMap(([key, item]) => [key, ...keysOf(item, depth - 1)]));
}
