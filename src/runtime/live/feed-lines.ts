import { DEADLINE_MS, type FeedLine } from '../../feeds/ask-feed.ts';
import type { FeedFetch } from '../../feeds/connection.ts';
import type { ChosenSources } from '../../feeds/price-feeds.ts';

/** The way to each feed: to its own address, or to another that is given for it. */
export const feedLines =
  (fetch: FeedFetch, addresses: ChosenSources, userAgent: string) =>
  ({ name, address }: { readonly name: string; readonly address: string }): FeedLine => ({
    fetch,
    address: addresses.get(name) ?? address,
    userAgent,
    deadline: DEADLINE_MS,
  });
