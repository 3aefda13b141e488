import { MessageError } from '../../messages/parse.ts';
import { configuredSelection } from '../../messages/selection.ts';
import type { NowPayload, PriceEntry, SeriesPayload } from '../../messages/series.ts';
import { dayAheadQuestion, factsOf, pricesOf } from '../prices/from-answer.ts';
import { learnMarket } from '../prices/market-facts.ts';
import { readPriceSettings } from '../prices/settings.ts';
import type { Site } from '../site.ts';

/** What a selection costs at this moment, as a node with the same settings would say it. */
export interface PricePreview
  extends Pick<
    SeriesPayload,
    'currency' | 'missing' | 'warnings' | 'tariff' | 'coverage' | 'attribution' | 'allowance'
  > {
  /** The interval that runs; left out where no price is known for it. */
  readonly consumption?: PriceEntry;
  readonly feedin?: PriceEntry;
  /** That interval against its day. */
  readonly now?: NowPayload;
}

/**
 * Asks the service of `site` once, beside any node.
 * @param config what a dialog is about to save.
 * @throws MessageError where it names no tariff or a field is wrong, else a `ClientError`.
 */
export async function previewPrice(site: Site, config: object): Promise<PricePreview> {
  const selection = configuredSelection(config);
  if (!selection) throw new MessageError('no tariff is chosen yet');
  const priced = { selection, ...readPriceSettings(config, site).terms };
  const client = await site.client();
  const series = await client.dayAhead(dayAheadQuestion(priced));
  const { facts: market } = await learnMarket(client, selection.country);
  const at = site.clock.now();
  const facts = factsOf(priced, { series, fetchedAt: at, nextPoll: series.next }, market);
  const prices = pricesOf(priced, facts, at, market, client.allowance());
  const { currency, missing, warnings, tariff, coverage, attribution, allowance } = prices.series;
  const running = (entries: readonly PriceEntry[] = []) => entries.find(({ start }) => start === prices.now?.start);
  const consumption = running(prices.series.prices);
  const feedin = running(prices.series.feedin);
  return {
    ...{ currency, missing, tariff, coverage, attribution },
    ...(warnings && { warnings }),
    ...(allowance && { allowance }),
    ...(consumption && { consumption }),
    ...(feedin && { feedin }),
    ...(prices.now && { now: prices.now }),
  };
}
