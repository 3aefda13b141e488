import type { Client } from '../client/client.ts';
import type { Clock } from './clock.ts';
import { keptToday } from './kept-today.ts';
import type { ServiceSettings } from './site-settings.ts';

/** A client of the chosen service, with what it says for a day kept for that day. */
export const openService = async (settings: ServiceSettings, clock: Clock): Promise<Client> =>
  keptToday(await clientOf(settings, clock), clock);

/** The embedded service is called in this process, without a port, on its own token. */
async function clientOf(settings: ServiceSettings, clock: Clock): Promise<Client> {
  const { createClient } = await import('../client/client.ts');
  if (settings.kind === 'remote') return createClient({ baseUrl: settings.url, token: settings.token, now: clock.now });
  const { createService } = await import('../service/service.ts');
  const service = createService({
    now: () => clock.now(),
    ...(settings.catalogue && { catalogue: settings.catalogue }),
  });
  return createClient({
    baseUrl: 'http://embedded',
    token: service.tokens.production,
    fetch: (url, init) => service.fetch(new Request(url, init)),
  });
}
