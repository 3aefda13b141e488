import { expect, it } from 'vitest';
import { createAllowanceBook } from '../../src/client/allowance.ts';
import { createClient } from '../../src/client/client.ts';
import type { Fetch } from '../../src/client/transport.ts';
import type { Instant } from '../../src/core/time.ts';
import type { SpotPrices } from '../../src/pricing/book.ts';
import { openAllowanceMemory } from '../../src/runtime/polling/allowance-memory.ts';
import { onceADay } from '../../src/runtime/polling/once-a-day.ts';
import { sharedPollers } from '../../src/runtime/polling/shared-pollers.ts';
import { PriceBoard, type PriceState } from '../../src/runtime/prices/board.ts';
import { openPriceMemory } from '../../src/runtime/prices/memory.ts';
import { openStore, type ValueStore } from '../../src/runtime/store.ts';
import { createAccounts } from '../../src/service/accounts/accounts.ts';
import { createLedger } from '../../src/service/accounts/ledger.ts';
import { createVisits } from '../../src/service/accounts/table-visits.ts';
import { loadPrices } from '../../src/service/exchange/prices.ts';
import { replayed } from '../../src/service/exchange/replay.ts';
import { serviceOver } from '../../src/service/service.ts';
import { chanceOf } from '../support/chance.ts';
import { noExpectations } from '../support/device/no-expectations.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';

const at = (iso: string): Instant => Date.parse(iso) / 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;
const START = at('2026-01-01T09:00:00Z');
const DAYS = 400;
const selection = { country: 'DE', consumption: { id: 'de-example-spot-15min' } } as const;

/** The auction of 19 May is read in an hour late. */
const late = { start: at('2026-05-19T10:00:00Z'), end: at('2026-05-19T12:30:00Z') };
const outage = { start: at('2026-03-02T09:00:00Z'), end: at('2026-03-09T09:00:00Z') };
/** A fortnight on a testing token, renewed in the middle; its successor is entered six hours later. */
const trial = {
  start: at('2026-06-01T09:00:00Z'),
  renewed: at('2026-06-07T09:00:00Z'),
  end: at('2026-06-13T09:00:00Z'),
};

const during = ({ start, end }: { start: Instant; end: Instant }, now: Instant) => start <= now && now < end;

function delayed(prices: SpotPrices): SpotPrices {
  const heldBack = (now: Instant) => (during(late, now) ? late.start : now);
  return {
    publication: (zone, now) => prices.publication(zone, heldBack(now)),
    pointsOf: (zone, span, now) => prices.pointsOf(zone, span, heldBack(now)),
  };
}

/** The service under `clock`, what came of the requests that reached it, and how many of a testing token ran at once. */
function openService(clock: ManualClock) {
  const accounts = createAccounts();
  const { id } = accounts.open();
  const service = serviceOver(createVisits(accounts, createLedger()), {
    now: clock.now,
    random: chanceOf(20_261_120).share,
    prices: delayed(replayed(loadPrices('data/prices'))),
  });
  const statuses: number[] = [];
  const asked = new Map<string, number>();
  const keyOf = (token: string) => `${token} ${Math.floor(clock.now() / DAY)}`;
  let [running, most, priced] = [0, 0, 0];
  const fetch: Fetch = async (url, init) => {
    if (during(outage, clock.now())) throw new Error('connect ENETUNREACH');
    if (url.includes('/dayahead')) priced++;
    const token = init.headers.authorization?.split(' ')[1] ?? '';
    asked.set(keyOf(token), (asked.get(keyOf(token)) ?? 0) + 1);
    const onTrial = token.includes('_test_sk_');
    if (onTrial) most = Math.max(most, ++running);
    const answer = await service.fetch(new Request(url, init));
    if (onTrial) running--;
    statuses.push(answer.status);
    return answer;
  };
  return {
    fetch,
    production: accounts.issueProduction(id),
    askedToday: (token: string) => asked.get(keyOf(token)) ?? 0,
    renew: () => accounts.renewTesting(id, clock.now()),
    seen: () => ({ statuses: new Set(statuses), most, priced }),
  };
}

/** What outlives a restart. */
interface Kept {
  readonly site: ValueStore;
  readonly nodes: readonly ValueStore[];
}

/** Node-RED from a start to a stop: two nodes with the same question, and a dialog that lists networks meanwhile. */
async function run(clock: ManualClock, fetch: Fetch, token: string, random: () => number, kept: Kept) {
  const counted = await openAllowanceMemory(kept.site, token, () => {});
  const allowances = createAllowanceBook(clock.now, counted.keep);
  if (counted.recalled) allowances.recall(counted.recalled);
  const client = onceADay(createClient({ baseUrl: 'http://embedded', token, fetch, allowances }), clock);
  const { follow } = sharedPollers({ client, clock, random });
  const nodes = await Promise.all(
    kept.nodes.map(async (store, index) => {
      const node = { state: undefined as PriceState | undefined };
      const memory = await openPriceMemory(store, { source: 'embedded', edition: '' }, () => {});
      const terms = { resolution: 3600, include: ['fees', 'vat'], soon: false } as const;
      const own = { topic: `node ${index}`, configured: selection, country: undefined, demo: undefined };
      const board = new PriceBoard({ clock, client, follow, memory, expectations: noExpectations }, terms, own, {
        onUpdate({ state }) {
          if (state) node.state = state;
        },
        onTrouble: () => {},
      });
      board.start();
      return { board, node };
    }),
  );
  void client.companies('DE', 'grid').catch(() => {});
  return {
    /** Whether both show the price of the interval that runs. */
    shows: (now: Instant) =>
      nodes.every(({ node }) => {
        const { start = 0, end = 0 } = node.state?.prices?.now ?? {};
        return start <= now && now < end;
      }),
    requestsToday: () => client.allowance()?.requestsToday,
    problem: () => nodes[0]?.node.state?.problem?.name,
    stop: () => {
      for (const { board } of nodes) board.stop();
    },
  };
}

/** Forty moments, two in the outage and one on trial, each by the hour it comes before. */
function restartsBy(random: () => number): Map<Instant, Instant> {
  const moments = ['2026-03-02T15:00:00Z', '2026-03-05T15:00:00Z', '2026-06-02T15:00:00Z'].map(at);
  while (moments.length < 43) moments.push(START + HOUR + Math.floor(random() * DAYS * DAY));
  return new Map(moments.map((moment) => [Math.ceil(moment / HOUR) * HOUR, moment]));
}

it('shows the price of every hour of 400 days that the service had published, on about a request a publication', async () => {
  const random = chanceOf(20_261_120).share;
  const clock = manualClock(START);
  const service = openService(clock);
  const restarts = restartsBy(random);
  expect(restarts.size).toBeGreaterThanOrEqual(42);
  let token = service.production;
  const kept: Kept = { site: openStore(), nodes: [openStore(), openStore()] };
  let node = await run(clock, service.fetch, token, random, kept);
  const restart = async (next: string) => {
    token = next;
    node.stop();
    expect(clock.alarms()).toEqual([]);
    node = await run(clock, service.fetch, token, random, kept);
  };
  let renewed = '';
  const unknown: Instant[] = [];
  const problems = new Set<string | undefined>();
  for (let hour = START + HOUR; hour <= START + DAYS * DAY; hour += HOUR) {
    const moment = restarts.get(hour);
    if (moment !== undefined) {
      await clock.advanceTo(moment);
      await restart(token);
    }
    await clock.advanceTo(hour);
    if (hour === trial.start) await restart(service.renew());
    else if (hour === trial.renewed) renewed = service.renew();
    else if (hour === trial.renewed + 6 * HOUR) await restart(renewed);
    else if (hour === trial.end) await restart(service.production);
    await clock.advanceTo(hour);
    if (!node.shows(hour)) unknown.push(hour);
    if (node.requestsToday() !== undefined) expect(node.requestsToday()).toBe(service.askedToday(token));
    if (!during(outage, hour)) problems.add(node.problem());
  }
  const { statuses, most, priced } = service.seen();
  node.stop();

  // The 2nd of March was published before the outage; its delivery day ends at 23:00 UTC.
  const lost = at('2026-03-02T23:00:00Z');
  expect(unknown[0]).toBe(lost);
  expect(unknown.at(-1)).toBe(outage.end);
  expect(unknown).toHaveLength((outage.end - lost) / HOUR + 1);
  expect(priced).toBeGreaterThan(DAYS - 7);
  expect(priced).toBeLessThanOrEqual(1.1 * (DAYS - 7));
  expect([...statuses].sort()).toEqual([200, 401]);
  expect(most).toBe(1);
  expect([...problems].sort()).toEqual(['CredentialError', 'NetworkError', undefined]);
  expect(clock.alarms()).toEqual([]);
});
