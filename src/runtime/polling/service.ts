import { type AllowanceBook, createAllowanceBook } from '../../client/allowance.ts';
import type { Client, createClient } from '../../client/client.ts';
import type { Service } from '../../service/service.ts';
import type { Clock } from '../clock.ts';
import type { ServiceSettings } from '../site-settings.ts';
import { openStore, type Store } from '../store.ts';
import { type AllowanceMemory, openAllowanceMemory } from './allowance-memory.ts';
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
  close(): Promise<void>;
  sites: number;
}

/** One site's part in it. */
export interface SiteService {
  /** Opened when it is first asked for; what it says for a day is kept for that day. */
  client(): Promise<DailyClient>;
  readonly follow: Follow;
  /** Ends what no other site uses; `removed` forgets what a testing token has used up. */
  close(options: { readonly removed: boolean }): Promise<void>;
}

interface SiteServiceOptions {
  readonly running?: RunningServices | undefined;
  /** Keeps what a testing token has used up. */
  readonly store?: Store;
  readonly onProblem?: (error: Error) => void;
}

export function siteService(
  settings: ServiceSettings,
  clock: Clock,
  { running = new Map(), store = openStore(), onProblem = () => undefined }: SiteServiceOptions = {},
): SiteService {
  const key = keyOf(settings);
  const shared = running.get(key) ?? runningService(settings, clock);
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

/** The same for one service and token, however they are written. */
const keyOf = (settings: ServiceSettings) =>
  settings.kind === 'remote'
    ? JSON.stringify([settings.url.replace(/\/+$/, ''), settings.token.trim()])
    : JSON.stringify(settings);

/** The client alone, for as long as something is tried out. */
export async function openService(settings: ServiceSettings, clock: Clock, running?: RunningServices): Promise<Client> {
  const { client, close } = siteService(settings, clock, { running });
  try {
    return { ...(await client()), close: () => close({ removed: false }) };
  } catch (error) {
    await close({ removed: false });
    throw error;
  }
}

function runningService(settings: ServiceSettings, clock: Clock): Running {
  const memories = new Set<AllowanceMemory>();
  const allowances = createAllowanceBook(clock.now, (record) => {
    for (const memory of memories) memory.keep(record);
  });
  let opening: Promise<DailyClient> | undefined;
  const client = () => {
    opening ??= clientOf(settings, clock, allowances).catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    allowances,
    memories,
    follow: sharedPollers({ client: { dayAhead: async (question) => (await client()).dayAhead(question) }, clock }),
    client,
    // One that cannot be opened has been reported to those who asked for it.
    close: async () => (await opening?.catch(() => undefined))?.close(),
    sites: 0,
  };
}

async function clientOf(settings: ServiceSettings, clock: Clock, allowances: AllowanceBook): Promise<DailyClient> {
  const { createClient } = await import('../../client/client.ts');
  if (settings.kind === 'embedded') return eased(await embeddedClient(createClient, settings, clock), clock);
  const { url: baseUrl, token } = settings;
  return eased(createClient({ baseUrl, token, allowances }), clock);
}

const eased = (client: Client, clock: Clock): DailyClient => onceADay(pricedWithoutRefusedCode(client), clock);

/** The embedded service is called in this process, without a port, on its own token. */
async function embeddedClient(
  create: typeof createClient,
  { catalogue, contracts }: ServiceSettings & { kind: 'embedded' },
  clock: Clock,
): Promise<Client> {
  const { createService } = await import('../../service/service.ts');
  const own = { ...(catalogue && { own: catalogue }), ...(contracts && { contracts }) };
  const service: Service = createService({ now: () => clock.now(), ...own });
  return create({
    baseUrl: 'http://embedded',
    token: service.tokens.production,
    fetch: (url, init) => service.fetch(new Request(url, init)),
  });
}
