import { componentNames, MOST_PRICE, round6 } from '../../../core/components.ts';
import { thrownText } from '../../../core/file-error.ts';
import { readEntsoePrices } from '../../../feeds/formats/entsoe.ts';
import { zoneFacts } from '../../../feeds/zones.ts';
import type { OutsidePrices } from '../../../messages/outside/outside.ts';
import { pointsOf } from '../../../messages/outside/quotes.ts';
import { MessageError } from '../../../messages/parse.ts';

/** XML that came as a text. */
export interface PriceDocument {
  readonly document: string;
}

export const isDocument = (payload: object): payload is PriceDocument =>
  'document' in payload && typeof payload.document === 'string';

/** Of the answers of a year, some 2 MB. */
const MOST_CHARACTERS = 5_000_000;

/** The exchange prices of a document of ENTSO-E. Throws a `MessageError` that says what is wrong. */
export function readDocument({ document }: PriceDocument): OutsidePrices {
  if (document.length > MOST_CHARACTERS) throw new MessageError(`a document of at most ${MOST_CHARACTERS} characters`);
  const { eic, currency, quotes, notes } = contentOf(document);
  const wrong = quotes.find(({ price }) => Math.abs(price) > MOST_PRICE);
  if (wrong) throw new MessageError(`${wrong.price} ${currency}/kWh is no price`);
  if (quotes.length === 0) throw new MessageError('holds no price');
  const zone = Object.values(zoneFacts).find((facts) => facts.eic === eic);
  if (!zone) throw new MessageError(`document: ${eic} is no bidding zone of a market that is known`);
  return {
    origin: { kind: 'external', feed: 'entsoe' },
    attribution: [],
    // Two countries of one zone have one clock, but not one contract: the node's counts.
    country: zone.countries.length === 1 ? zone.countries[0] : undefined,
    zoneCountries: zone.countries,
    notes,
    currency,
    points: pointsOf(quotes.map(({ price, ...span }) => ({ ...span, energy: round6(price) }))),
    asked: componentNames,
  };
}

function contentOf(document: string) {
  try {
    return readEntsoePrices(document);
  } catch (error) {
    throw new MessageError(`document: ${thrownText(error)}`, { cause: error });
  }
}
