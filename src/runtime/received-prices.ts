import { isDeepStrictEqual } from 'node:util';
import { latestEntries } from '../core/cache/latest.ts';
import type { Instant } from '../core/time.ts';
import { type ReceivedPrices, readPrices } from '../messages/prices.ts';

/** The prices of the last messages, by the time and the JSON of their payloads. */
const recent = latestEntries<ReceivedPrices>(4);
let last: ReceivedPrices | undefined;

/**
 * Reads the prices of a payload. Node-RED copies a message for each wire, and sources repeat their prices: equal prices are
 * one object, so that the devices of a site read them and prepare them once. Throws as `readPrices` does.
 */
export function receivedPrices(payload: object, now: Instant): ReceivedPrices {
  const text = jsonOf(payload);
  const key = `${now} ${text}`;
  const known = text === undefined ? undefined : recent.get(key);
  if (known) return known;
  const fresh = readPrices(payload, now);
  last = isDeepStrictEqual(fresh, last) && last ? last : fresh;
  if (text !== undefined) recent.set(key, last);
  return last;
}

/** `undefined` for a payload that has no JSON, such as one that contains itself. */
function jsonOf(payload: object): string | undefined {
  try {
    return JSON.stringify(payload);
  } catch {
    return undefined;
  }
}
