import { pricesOfDay } from '../../core/window.ts';
import { MessageError } from '../../messages/parse.ts';
import { configuredSelection } from '../../messages/selection.ts';
import type { NowPayload, PricedPoint, PriceEntry, SeriesPayload } from '../../messages/series.ts';
import { nowMessage, seriesMessage } from '../../messages/to-message.ts';
import { type BilledFigures, flatMean } from '../../pricing/bill-check.ts';
import type { Book } from '../../pricing/book.ts';
import { concessionFeeOf, dayAheadQuestion, factsOf, pricesOf } from '../prices/from-answer.ts';
import { learnMarket, withNetwork } from '../prices/market-facts.ts';
import { readPriceSettings } from '../prices/settings.ts';
import { SourceError } from '../problems.ts';
import type { Site } from '../site.ts';
import { assertAffordable } from './listings.ts';

/** The price of a selection at this moment, as a node with the same settings would say it. */
export interface PricePreview
  extends Pick<
    SeriesPayload,
    'currency' | 'missing' | 'warnings' | 'tariff' | 'coverage' | 'attribution' | 'allowance' | 'source'
  > {
  /** The grid tariff that is priced; known of the embedded service alone. */
  readonly network?: PricedNetwork;
  /** The interval that runs; left out where no price is known for it. */
  readonly consumption?: PriceEntry;
  readonly feedin?: PriceEntry;
  /** That interval against its day. */
  readonly now?: NowPayload;
  /** The concession fee that is part of the levies, where the size of the municipality decides about it. */
  readonly concessionFee?: number;
  /** For a comparison with a bill: the means of today, and what is charged every month. */
  readonly billed: BilledFigures;
}

interface PricedNetwork {
  readonly name: string;
  readonly description: string | null;
  /** The operator has it for contracts that follow the exchange. */
  readonly forSpot: boolean;
}

/**
 * Asks the service of `site` once, beside any node.
 * @param config what a dialog is about to save.
 * @param maySpend what a testing token has left.
 * @throws MessageError where it names no tariff or a field is wrong, FaultError where it may not be asked, else a `ClientError`.
 */
export async function previewPrice(site: Site, config: object, maySpend: boolean): Promise<PricePreview> {
  const selection = configuredSelection(config);
  if (!selection) throw new MessageError('no tariff is chosen yet');
  const priced = { selection, ...readPriceSettings(config, site).terms };
  const client = await site.client();
  assertAffordable(client, maySpend);
  const question = dayAheadQuestion(priced);
  const series = await client.dayAhead(question).catch(async (error) => {
    if (!(error instanceof SourceError)) throw error;
    await site.hasten(question);
    return client.dayAhead(question);
  });
  const { facts: learned } = await learnMarket(client, selection.country);
  const market = withNetwork(learned, client, selection.country);
  const at = site.clock.now();
  const facts = factsOf(priced, { series, fetchedAt: at, nextPoll: series.next }, market);
  const { series: known, now } = pricesOf(priced, facts, at, market, client.allowance());
  const running = (points: readonly PricedPoint[] = []) => points.filter(({ start }) => start === now?.start);
  const message = seriesMessage({ ...known, prices: running(known.prices), feedin: running(known.feedin) });
  const { currency, missing, warnings, tariff, coverage, attribution, allowance, source } = message;
  const book = client.book?.(selection.country);
  const network = networkIn(book, tariff);
  const [consumption] = message.prices;
  const [feedin] = message.feedin ?? [];
  const concessionFee = consumption?.fees === undefined ? undefined : concessionFeeOf(priced, tariff.grid, market);
  // A bill has levies and VAT: without them nothing can be compared.
  const isWhole = priced.include.length === 2 && missing.length === 0;
  const today = pricesOfDay(known.prices, at, known.timeZone) ?? [];
  const monthly = monthlyIn(book, tariff);
  return {
    ...{ currency, missing, tariff, coverage, attribution, source },
    ...(warnings && { warnings }),
    ...(network && { network }),
    ...(allowance && { allowance }),
    ...(consumption && { consumption }),
    ...(feedin && { feedin }),
    ...(now && { now: nowMessage(now) }),
    ...(concessionFee !== undefined && { concessionFee }),
    billed: { flat: isWhole ? flatMean(today) : {}, ...(monthly !== undefined && { monthly }) },
  };
}

/** Charged every month for the supply and the network; `undefined` where neither is known. */
function monthlyIn(book: Book | undefined, { consumption, grid }: SeriesPayload['tariff']): number | undefined {
  const known = [consumption, grid].flatMap((tariff) => book?.tariffs.get(tariff?.id ?? '')?.monthly ?? []);
  return known.length > 0 ? known.reduce((sum, amount) => sum + amount) : undefined;
}

function networkIn(book: Book | undefined, { grid, consumption }: SeriesPayload['tariff']): PricedNetwork | undefined {
  const tariff = book?.tariffs.get(grid?.id ?? '');
  if (!tariff) return undefined;
  const { id, name, description, companyId } = tariff;
  const isSpots = book?.companies.get(companyId)?.spotTariff === id;
  return { name, description, forSpot: isSpots && consumption?.type === 'dynamic' };
}
