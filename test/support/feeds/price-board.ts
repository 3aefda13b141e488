import type { AttributionSource, CountryStatistics } from '../../../src/api/bodies.ts';
import type { Client, DayAheadQuestion } from '../../../src/client/client.ts';
import type { Selection } from '../../../src/messages/selection.ts';
import { sharedPollers } from '../../../src/runtime/polling/shared-pollers.ts';
import { type OwnSelection, PriceBoard, type PriceState } from '../../../src/runtime/prices/board.ts';
import type { PriceSources } from '../../../src/runtime/prices/fresh-prices.ts';
import type { KnownPrices, PriceTerms } from '../../../src/runtime/prices/from-answer.ts';
import { noExpectations } from '../device/no-expectations.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';

export const HOUR = 3600;
export const midnight = Date.parse('2026-01-15T00:00:00+01:00') / 1000;
export const selection = (id: string): Selection => ({ country: 'DE', consumption: { id } });
export const question = { url: 'https://x.example' };

export const statistics: CountryStatistics = {
  companies: { consumption: 1, feedin: 0, grid: 0, total: 1 },
  tariffs: { consumption: 1, feedin: 0, grid: 0 },
  hasTariffs: true,
  postalCodes: 0,
  hasFees: true,
  feeCoverageComplete: true,
  hasLocationScopedFees: false,
};

/** A service that prices each hour of one day by its number, and answers when it is told to. */
function scriptedService(clock: ManualClock) {
  const asked: { readonly id: string; answer(): void; fail(error: Error): void }[] = [];
  const lost = new Set<string>();
  const client: Pick<Client, 'dayAhead' | 'attribution' | 'countryStatistics' | 'allowance'> = {
    dayAhead: ({ consumption: id = '' }: DayAheadQuestion) =>
      new Promise((resolve, reject) => {
        const points = Array.from({ length: 24 }, (_, hour) => ({
          start: midnight + hour * HOUR,
          end: midnight + (hour + 1) * HOUR,
          energy: hour / 100,
        }));
        const consumption = { tariff: { id, type: 'dynamic' as const }, points };
        const answer = { currency: 'EUR', next: clock.now() + 12 * HOUR, consumption };
        asked.push({ id, answer: () => resolve(answer), fail: reject });
      }),
    allowance: () => undefined,
    countryStatistics: async () => ({ DE: statistics, GB: { ...statistics, hasFees: false } }),
    async attribution() {
      if (lost.has('notices')) throw new Error('notices cannot be had');
      return [{ publisher: 'P', licence: 'L', notice: 'N' }];
    },
  };
  return { client, asked, lose: (what: string) => lost.add(what) };
}

export function boardAt(hour: number, options: Partial<PriceSources & PriceTerms & OwnSelection> = {}) {
  const clock = manualClock(midnight + hour * HOUR);
  const { client, asked, lose } = scriptedService(clock);
  const news: [string, Partial<KnownPrices>][] = [];
  const states: PriceState[] = [];
  const problems: string[] = [];
  const sources = {
    clock,
    client,
    follow: sharedPollers({ client, clock }).follow,
    memory: forgetful,
    expectations: noExpectations,
    ...options,
  };
  const terms = { resolution: 3600, include: [], soon: false, ...options } as const;
  const own = { topic: 'own', configured: undefined, country: undefined, demo: undefined, ...options };
  const board = new PriceBoard(sources, terms, own, {
    onUpdate(update) {
      if (update.news) news.push([update.topic, update.news]);
      if (update.state) states.push(update.state);
    },
    onTrouble: ({ message }) => problems.push(message),
  });
  /** Lets promises settle. */
  const settle = () => clock.advanceBy(0);
  return { board, clock, asked, news, states, problems, settle, lose };
}

/** Notices that come when the test tells them. */
export function heldNotices() {
  let resolve: (notices: AttributionSource[]) => void = () => {};
  const told = new Promise<AttributionSource[]>((end) => {
    resolve = end;
  });
  return { attribution: () => told, tell: (notices: AttributionSource[]) => resolve(notices) };
}

export const forgetful: PriceSources['memory'] = {
  recall: () => undefined,
  keep: () => {},
  chosen: () => [],
  choose: () => {},
  given: () => undefined,
  give: () => {},
  isFirstStartWith: () => false,
};

export const tariffOf = ({ series }: Partial<KnownPrices>) => series?.tariff.consumption?.id;
