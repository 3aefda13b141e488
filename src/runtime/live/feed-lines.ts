import { DEADLINE_MS, type FeedLine } from '../../feeds/ask-feed.ts';
import type { FeedFetch } from '../../feeds/connection.ts';
import type { ChosenSources } from '../../feeds/price-feeds.ts';

/** The way to each feed: to its own address, or to the one that was chosen for it. */
export const feedLines =
  (fetch: FeedFetch, chosen: ChosenSources, userAgent: string) =>
  ({ name, address }: { readonly name: string; readonly address: string }): FeedLine => ({
    fetch,
    address: chosen.get(name) ?? address,
    userAgent,
    deadline: DEADLINE_MS,
  });
