import type { Instant } from '../../../src/core/time.ts';
import { root } from '../publishing-house.ts';
import type { Life } from './life.ts';
import { HOUR, MINUTE, type Sight } from './sight.ts';

/** No price is shown that is wrong, and one that is published is shown. */
export function priceLaws({ clock, market, fail, isSettled, isHeard, isFalse }: Sight) {
  const met = { prices: 0, unknown: 0 };
  const isRight = (start: Instant, price: number) => Math.abs(price - market.truth(start)) < 2e-6;

  /** Tomorrow is priced as of the day on which it was asked for. */
  const isRightIn = (fetchedAt: Instant, start: Instant, price: number) =>
    isRight(start, price) || (start > fetchedAt && Math.abs(price - market.truth(start, fetchedAt)) < 2e-6);

  function lookAtTopics(retained: Record<string, string>): void {
    if (!isHeard()) return;
    const hour = Math.floor(clock.now() / HOUR) * HOUR;
    const topic = `${root}/price/now`;
    const shown = retained[topic];
    const isWrong = shown !== undefined && !isRight(hour, Number(shown));
    if (isFalse(topic, isWrong, HOUR + MINUTE)) fail(`the broker shows ${shown}, not ${market.truth(hour)}`);
    if (isSettled() && shown === undefined) fail('the broker has no price');
  }

  return {
    met,
    look(life: Life, retained: Record<string, string>) {
      const now = clock.now();
      const price = life.price();
      if (price && !(price.start <= now && now < price.end && isRight(price.start, price.now)))
        fail(`shows ${price.now} of ${price.start}, not ${market.truth(Math.floor(now / HOUR) * HOUR)}`);
      for (const series of life.sent.splice(0))
        for (const { start, total } of series.prices)
          if (!isRightIn(series.fetchedAt, start, total))
            fail(`a series has ${total} at ${start}, not ${market.truth(start)}`);
      if (price) met.prices++;
      else met.unknown++;
      if (isSettled() && !price) fail('does not show a price that is published');
      lookAtTopics(retained);
    },
  };
}
