import type { Client, createClient } from '../client/client.ts';
import type { Service } from '../service/service.ts';
import type { Clock } from './clock.ts';
import { keptToday } from './kept-today.ts';
import type { ServiceSettings } from './site-settings.ts';

/** The embedded services that run, by their catalogue, and how many sites use each. */
export type RunningServices = Map<string, { readonly service: Promise<Service>; sites: number }>;

/** A client of the chosen service, with what it says for a day kept for that day. */
export const openService = async (
  settings: ServiceSettings,
  clock: Clock,
  running: RunningServices = new Map(),
): Promise<Client> => keptToday(await clientOf(settings, clock, running), clock);

async function clientOf(settings: ServiceSettings, clock: Clock, running: RunningServices): Promise<Client> {
  const { createClient } = await import('../client/client.ts');
  if (settings.kind === 'remote') return createClient({ baseUrl: settings.url, token: settings.token, now: clock.now });
  const catalogue = settings.catalogue ?? '';
  const shared = running.get(catalogue) ?? { service: startService(catalogue, clock), sites: 0 };
  running.set(catalogue, shared);
  shared.sites++;
  const leave = () => {
    if (--shared.sites === 0) running.delete(catalogue);
  };
  try {
    return embeddedClient(createClient, await shared.service, leave);
  } catch (error) {
    leave();
    throw error;
  }
}

async function startService(catalogue: string, clock: Clock): Promise<Service> {
  const { createService } = await import('../service/service.ts');
  return createService({ now: () => clock.now(), ...(catalogue && { catalogue }) });
}

/** The embedded service is called in this process, without a port, on its own token. */
function embeddedClient(create: typeof createClient, service: Service, leave: () => void): Client {
  const client = create({
    baseUrl: 'http://embedded',
    token: service.tokens.production,
    fetch: (url, init) => service.fetch(new Request(url, init)),
  });
  return {
    ...client,
    async close() {
      leave();
      await client.close();
    },
  };
}
