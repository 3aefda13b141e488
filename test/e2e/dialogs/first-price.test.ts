import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DialogPage, openDialogs } from '../../support/browser/dialog-page.ts';
import { emptied, firstPriceSteps, MORNING, priceAt } from '../../support/browser/first-price.ts';
import { feedsAt } from '../../support/feeds/feed-server.ts';
import { households, JOURNEYS } from '../../support/feeds/households.ts';
import { isLive, liveMarkets } from '../../support/feeds/live-markets.ts';
import { manualClock } from '../../support/manual-clock.ts';

/** Drop the node, double-click it, close the dialog and deploy: `test/e2e/journeys/first-price.test.ts` does that as well. */
const CLICKS_AROUND = 5;

describe('the dialog of a new price node in an empty Node-RED', () => {
  let feeds: Awaited<ReturnType<typeof feedsAt>>;
  let dialogs: DialogPage;
  let steps: ReturnType<typeof firstPriceSteps>;
  beforeAll(async () => {
    feeds = await feedsAt(manualClock(Date.parse(MORNING) / 1000), priceAt);
    dialogs = await openDialogs([], MORNING, { mirrors: feeds.mirrors });
    steps = firstPriceSteps(dialogs.page, dialogs.clock);
  });
  afterAll(async () => {
    await dialogs?.stop();
    await feeds?.stop();
  });
  afterEach(async () => {
    await dialogs.leave();
    await dialogs.page.evaluate(emptied);
  });

  it.each(households.filter(({ country }) => !JOURNEYS.includes(country)))(
    'shows a household in $country its price of $price after $clicks clicks in all',
    async (household) => {
      await steps.live(household);
      await dialogs.open(await dialogs.add('dayahead-price-series'));
      steps.countClicks();
      await steps.choose(household);
      expect(steps.countClicks() + CLICKS_AROUND).toBe(household.clicks);
      await steps.showsPriceOf(household);
    },
  );

  it('has at most eight clicks for each household', () => {
    expect(Math.max(...households.map(({ clicks }) => clicks))).toBeLessThanOrEqual(8);
  });

  it('has a household in every market', () => {
    const markets = liveMarkets.map(({ country }) => country);
    expect(households.map(({ country }) => country).toSorted()).toEqual(markets);
    // A household types its bill where no live price is published.
    const typed = liveMarkets.filter((market) => !isLive(market)).map(({ country }) => country);
    expect(households.filter(({ bill }) => bill).map(({ country }) => country)).toEqual(typed);
  });
});
