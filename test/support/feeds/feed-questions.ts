import { deliveryDay } from '../../../src/core/window.ts';
import { type DayFinding, findingsOf } from '../../../src/feeds/day-findings.ts';
import { type FeedName, type FeedQuestion, isReading } from '../../../src/feeds/feed.ts';
import { priceFeeds } from '../../../src/feeds/price-feeds.ts';
import { type FeedWorld, feedAnswer } from './feed-answers.ts';

export const feedCalled = (name: FeedName) => {
  const feed = priceFeeds.find((each) => each.name === name);
  if (!feed) throw new Error(`no feed ${name}`);
  return feed;
};
export const questionOf = (zone: string, first: string, last = first): FeedQuestion => ({
  zone,
  first,
  last,
  start: deliveryDay(first).start,
  end: deliveryDay(last).end,
  token: 'SECRET',
});
/** Units of any currency per euro. */
export const RATE = 4;

/** Asks until the feed has said all; what it asked for is in `paths`. An answer becomes what `spoilt` makes of it. */
export function ask(
  name: FeedName,
  question: FeedQuestion,
  world: FeedWorld,
  spoilt: (body: string) => string = (body) => body,
) {
  const feed = feedCalled(name);
  const [bodies, paths]: [string[], string[]] = [[], []];
  let step = feed.next(question, bodies);
  while (!isReading(step)) {
    paths.push(step.path);
    const { status, body } = feedAnswer(new URL(step.path, feed.address), world, step.body);
    if (status === 404) return { paths, findings: [] };
    bodies.push(spoilt(body));
    step = feed.next(question, bodies);
  }
  return { paths, findings: findingsOf(feed, question, step, () => RATE) };
}
/** `96 x 900`, or what it is instead. */
export const shown = (finding: DayFinding | undefined) =>
  finding?.kind === 'whole'
    ? `${finding.day.prices.length} x ${finding.day.resolution}`
    : `${finding?.kind}${finding && 'why' in finding ? `: ${finding.why}` : ''}`;
