import { type AllowanceBook, createAllowanceBook } from '../../client/allowance.ts';
import type { Client } from '../../client/client.ts';
import type { Clock } from '../clock.ts';
import type { LiveMeans } from '../live/shared-live.ts';
import type { ServiceSettings } from '../site-settings.ts';
import { openStore, type ValueStore } from '../store.ts';
import { type AllowanceMemory, openAllowanceMemory } from './allowance-memory.ts';
import { type Embedded, embeddedService } from './embedded.ts';
import { type DailyClient, onceADay } from './once-a-day.ts';
import { pricedWithoutRefusedCode } from './refused-code.ts';
import { type Follow, sharedPollers } from './shared-pollers.ts';

/** The services that the sites of one process use. */
export type RunningServices = Map<string, Running>;

/** The service as the sites with the same token share it: its lists of the day, its requests, a testing token's turns. */
interface Running {
  readonly allowances: AllowanceBook;
  readonly memories: Set<AllowanceMemory>;
  readonly follow: Follow;
  client(): Promise<DailyClient>;
  readonly hasten: Embedded['hasten'];
  close(): Promise<void>;
  sites: number;
}

/** One site's part in it. */
export interface SiteService {
  /** Opened when it is first asked for; what it says for a day is kept for that day. */
  client(): Promise<DailyClient>;
  readonly follow: Follow;
  /** Asks the public sources that a question waits for at once, if they may be asked. */
  readonly hasten: Embedded['hasten'];
  /** Ends what no other site uses; `removed` forgets what a testing token has used up. */
  close(options: { readonly removed: boolean }): Promise<void>;
}

interface SiteServiceOptions {
  readonly running?: RunningServices | undefined;
  readonly live?: LiveMeans | undefined;
  /** Keeps what a testing token has used up. */
  readonly store?: ValueStore;
  readonly onProblem?: (error: Error) => void;
}

export function siteService(
  settings: ServiceSettings,
  clock: Clock,
  { running = new Map(), live = ownMeans(), store = openStore(), onProblem = () => undefined }: SiteServiceOptions = {},
): SiteService {
  const key = keyOf(settings);
  const shared = running.get(key) ?? runningService(settings, clock, live);
  running.set(key, shared);
  shared.sites++;
  let memory: Promise<AllowanceMemory> | undefined;
  async function remember(): Promise<AllowanceMemory> {
    const memory = await openAllowanceMemory(store, key, onProblem);
    if (memory.recalled) shared.allowances.recall(memory.recalled);
    shared.memories.add(memory);
    return memory;
  }
  return {
    follow: shared.follow,
    hasten: shared.hasten,
    async client() {
      if (settings.kind === 'remote') memory ??= remember();
      await memory;
      return shared.client();
    },
    async close({ removed }) {
      const last = --shared.sites === 0;
      if (last) running.delete(key);
      const kept = await memory;
      if (kept) shared.memories.delete(kept);
      await (removed ? store.remove() : kept?.settled());
      if (last) await shared.close();
    },
  };
}

const ownMeans = (): LiveMeans => ({ running: new Map() });

/** The same for one service and token, however they are written. */
const keyOf = (settings: ServiceSettings) =>
  settings.kind === 'remote'
    ? JSON.stringify([settings.url.replace(/\/+$/, ''), settings.token.trim()])
    : JSON.stringify(settings);

/** The client alone, for as long as something is tried out. */
export async function openService(
  settings: ServiceSettings,
  clock: Clock,
  means: Pick<SiteServiceOptions, 'running' | 'live'> = {},
): Promise<Client> {
  const { client, close } = siteService(settings, clock, means);
  try {
    return { ...(await client()), close: () => close({ removed: false }) };
  } catch (error) {
    await close({ removed: false });
    throw error;
  }
}

function runningService(settings: ServiceSettings, clock: Clock, live: LiveMeans): Running {
  const memories = new Set<AllowanceMemory>();
  const allowances = createAllowanceBook(clock.now, (record) => {
    for (const memory of memories) memory.keep(record);
  });
  const {
    open,
    late,
    isOfToday,
    hasten = async () => undefined,
  }: Pick<Embedded, 'open'> & Partial<Embedded> = settings.kind === 'embedded'
    ? embeddedService(settings, clock, live, (news) => pollers.again(news))
    : { open: () => remoteClient(settings, clock, allowances) };
  let opening: Promise<DailyClient> | undefined;
  const client = () => {
    opening ??= open().catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const dayAhead: Client['dayAhead'] = async (question) => (await client()).dayAhead(question);
  const pollers = sharedPollers({
    ...{ client: { dayAhead }, clock, late, isOfToday },
    requestsToday: () => allowances.state().requestsToday,
  });
  return {
    allowances,
    memories,
    follow: pollers.follow,
    client,
    hasten,
    // One that cannot be opened has been reported to those who asked for it.
    close: async () => (await opening?.catch(() => undefined))?.close(),
    sites: 0,
  };
}

async function remoteClient(
  { url: baseUrl, token }: ServiceSettings & { readonly kind: 'remote' },
  clock: Clock,
  allowances: AllowanceBook,
): Promise<DailyClient> {
  const { createClient } = await import('../../client/client.ts');
  const client = createClient({ baseUrl, token, allowances });
  return { ...onceADay(client, clock), dayAhead: pricedWithoutRefusedCode(client.dayAhead) };
}
