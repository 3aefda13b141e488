import type { NodeAPI } from 'node-red';
import type { Site } from '../../src/runtime/site.ts';
import type { SiteSettings } from '../../src/runtime/site-settings.ts';
import { guardRoute } from '../access/guard.ts';
import type { Answering, Asked } from '../access/http.ts';
import { membersOf } from '../adapter/overview.ts';
import { assetNames, createAssets, sendManifest, sendPage } from './assets.ts';
import { createStreams, toldOf } from './streams.ts';
import { answerSwitch, newToken } from './switching.ts';

/** A site whose page is on. */
interface PagedSite extends Pick<SiteSettings, 'name'> {
  readonly page: NonNullable<SiteSettings['page']>;
  readonly site: Pick<Site, 'clock' | 'powers'>;
}

type Handler = (asked: Asked, answer: Answering, next: () => void) => unknown;

/** Takes a site in or, of none, lets go of the one of that id. */
type TakeSite = (id: string, site: PagedSite | undefined) => void;

/** False where `settings.js` has Node-RED serve nothing of its flows. */
export const servesPages = (RED: NodeAPI): boolean =>
  (RED.settings as { readonly httpNodeRoot?: unknown }).httpNodeRoot !== false;

/**
 * Puts up the household's page at `<httpNodeRoot>/dayahead/`, behind what `settings.js` has before all that flows serve:
 * `httpNodeAuth`, and `httpNodeMiddleware`. A page that may switch has a token with what it is told. While no site has its
 * page on, whatever else is there answers.
 */
export function offerHousehold(RED: NodeAPI): TakeSite {
  const sites = new Map<string, PagedSite>();
  const sendAsset = createAssets();
  const stream = createStreams(RED);
  const idOf = async ({ query }: Asked) => (typeof query.site === 'string' ? query.site : firstOf(RED, sites));
  const token = newToken();
  const maySwitch = (id: string) => sites.get(id)?.page === 'switch';
  const toldTo = async (id: string) => {
    const shown = await viewOf(RED, sites, id);
    return shown && { ...shown, ...(maySwitch(id) && { token }) };
  };
  const guarded = (handle: Handler, guard = guardRoute(RED)): Handler[] => [
    ...middlewareOf(RED),
    (asked, answer, next) => (sites.size > 0 ? guard(asked, answer, () => handle(asked, answer, next)) : next()),
  ];
  const offer = (path: string, handle: Handler, guard = guardRoute(RED)) =>
    RED.httpNode.get(`/dayahead/${path}`, ...guarded(handle, guard));
  RED.httpNode.post(
    '/dayahead/switch',
    ...guarded((asked, answer) => answerSwitch(RED, asked, answer, { token, maySwitch })),
  );
  const showPage: Handler = (asked, answer, next) => {
    // All that the page names is beside it.
    if (!asked.path.endsWith('/')) return answer.redirect('dayahead/');
    return toldOf(RED, async () => toldTo(await idOf(asked)))
      .then((told) => sendPage(asked, answer, told))
      .catch(next);
  };
  offer('', showPage, guardRoute(RED, { isPage: true }));
  for (const name of assetNames) offer(name, (asked, answer) => sendAsset(name, asked, answer));
  offer('page.webmanifest', sendManifest);
  offer('events', async (asked, answer) => {
    const id = await idOf(asked);
    if (!sites.has(id)) return answer.status(404).end();
    stream(asked, answer, () => toldTo(id));
  });
  return (id, site) => {
    if (site) sites.set(id, site);
    else sites.delete(id);
  };
}

/** By their names: which of them starts first is another one at each deploy. */
const namesOf = (sites: ReadonlyMap<string, PagedSite>) =>
  [...sites]
    .map(([id, { name }]) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));

/** The site of a page without one in its address: its name is the first among those with a contract that is no example, else among all. */
async function firstOf(RED: NodeAPI, sites: ReadonlyMap<string, PagedSite>): Promise<string> {
  const { hasContract } = await import('../../src/runtime/household/household.ts');
  const names = namesOf(sites);
  const members = membersOf(RED);
  return (names.find(({ id }) => hasContract(members, id)) ?? names[0])?.id ?? '';
}

/** All that the page of a site shows; in a deploy it is off for a moment. */
async function viewOf(RED: NodeAPI, sites: ReadonlyMap<string, PagedSite>, id: string): Promise<object | undefined> {
  const { householdOf } = await import('../../src/runtime/household/household.ts');
  const shown = sites.get(id);
  if (!shown) return undefined;
  const { name, site } = shown;
  const others = namesOf(sites);
  return { ...householdOf(membersOf(RED), id, site), id, name, ...(others.length > 1 && { sites: others }) };
}

function middlewareOf(RED: NodeAPI): Handler[] {
  const { httpNodeMiddleware } = RED.settings as { readonly httpNodeMiddleware?: Handler | readonly Handler[] };
  return [httpNodeMiddleware ?? []].flat();
}
