import type { Instant } from '../../../../src/core/time.ts';
import { deliveryDate } from '../../../../src/core/window.ts';
import type { CurrentPrice, KnownSeries } from '../../../../src/messages/series.ts';
import type { Life } from '../life.ts';
import { BESIDES, type Country, DANISH_RATE, type Version } from '../outside/feeds.ts';
import { HOUR, MINUTE, type Sight } from '../sight.ts';

/** No price is shown but what a source has said of its day last, and one that is published is shown. */
export function priceLaws({ clock, market, feeds, topicOf, fail, isSettled, isHeard, isFalse }: Sight) {
  const met = { prices: 0, unknown: 0, corrected: 0, crowns: 0, besides: 0 };
  /** What an hour may cost in a country, by all that was said of its day; the German contract is that of the day of `asked`. */
  const costs = (country: Country, start: Instant, asked = start) =>
    feeds.told(country, deliveryDate(start)).map(costOf(country, start, asked));
  const costOf =
    (country: Country, start: Instant, asked = start) =>
    ({ shift, perEuro }: Version) =>
      market.hourly(start, shift) * perEuro + (country === 'DE' ? market.margin(asked) : 0);
  const isSo = (price: number, cost: number | undefined) => Math.abs(price - (cost ?? Number.NaN)) < 2e-6;
  const isRight = (country: Country, start: Instant, price: number) =>
    costs(country, start).some((cost) => isSo(price, cost));

  /** Tomorrow is priced as of the day on which it was asked for. A day is of one source and one rate alone. */
  function isRightDay(country: Country, fetchedAt: Instant, prices: KnownSeries['prices']): boolean {
    const hours = prices.map(({ start, total }) => {
      const lists = [costs(country, start), start > fetchedAt ? costs(country, start, fetchedAt) : []];
      return { total, lists };
    });
    const versions = hours[0]?.lists[0]?.length ?? 0;
    return Array.from({ length: versions }, (_, i) => i).some((i) =>
      hours.every(({ total, lists }) => lists.some((list) => isSo(total, list[i]))),
    );
  }

  function lookAtSent(country: Country, sent: KnownSeries[]): void {
    for (const { fetchedAt, prices } of sent.splice(0))
      for (const day of new Set(prices.map(({ start }) => deliveryDate(start)))) {
        const hours = prices.filter(({ start }) => deliveryDate(start) === day);
        const { start = 0, total } = hours[0] ?? {};
        if (!isRightDay(country, fetchedAt, hours))
          fail(`a series of ${country} has ${total} first on ${day}, not ${costs(country, start)}`);
      }
  }

  function lookAtShown(country: Country, price: CurrentPrice | undefined): void {
    const now = clock.now();
    if (!price) return;
    if (!(price.start <= now && now < price.end && isRight(country, price.start, price.now)))
      fail(`shows ${price.now} of ${price.start} in ${country}, not ${costs(country, Math.floor(now / HOUR) * HOUR)}`);
  }

  /** Whether a price is one that only a source says that is not the auction's. */
  function isOfBesides({ start, now }: CurrentPrice): boolean {
    const cost = costOf('DK', start);
    const told = feeds.told('DK', deliveryDate(start)).filter((version) => isSo(now, cost(version)));
    return told.length > 0 && told.every(({ source }) => source === BESIDES);
  }

  function lookAtTopics(retained: Record<string, string>): void {
    if (!isHeard()) return;
    const hour = Math.floor(clock.now() / HOUR) * HOUR;
    const topic = topicOf('price/now');
    const shown = retained[topic];
    const isWrong = shown !== undefined && !isRight('DE', hour, Number(shown));
    if (isFalse(topic, isWrong, HOUR + MINUTE)) fail(`the broker shows ${shown}, not ${costs('DE', hour)}`);
    if (isSettled() && shown === undefined) fail('the broker has no price');
  }

  return {
    met,
    look(life: Life, retained: Record<string, string>) {
      const [price, danish] = [life.price(), life.danish.price()];
      lookAtShown('DE', price);
      lookAtShown('DK', danish);
      lookAtSent('DE', life.sent);
      lookAtSent('DK', life.danish.sent);
      if (price) met.prices++;
      else met.unknown++;
      if (price && !isSo(price.now, market.hourly(price.start, 0) + market.margin(price.start))) met.corrected++;
      if (danish && !isSo(danish.now, market.hourly(danish.start, 0) * DANISH_RATE)) met.crowns++;
      if (danish && isOfBesides(danish)) met.besides++;
      if (isSettled() && !(price && danish)) fail('does not show a price that is published');
      lookAtTopics(retained);
      feeds.looked();
    },
  };
}
