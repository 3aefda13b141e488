import { readFileSync, statSync } from 'node:fs';
import { DEADLINE_MS, FeedError, requestText } from '../../feeds/ask-feed.ts';
import type { FeedFetch } from '../../feeds/connection.ts';
import { fileStamp } from '../../service/file-stamp.ts';
import { type FiguresSource, figuresSource } from './figures-address.ts';

/** Headers of an answer that a conditional request repeats: the server then sends a newer edition only. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export interface FetchedFigures extends Validators {
  readonly text: string;
}

export interface FiguresLine {
  readonly fetch: FeedFetch;
  readonly userAgent: string;
}

/** Ten times the figures of all markets. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const NOT_MODIFIED = 304;
const MOVED = [301, 302, 303, 307, 308];

/**
 * The text of a bundle; `undefined` where it is as it was when `known` came with it.
 * @throws Error whose text has neither credentials nor query.
 */
export async function fetchFigures(
  from: string,
  line: FiguresLine,
  known: Validators = {},
): Promise<FetchedFigures | undefined> {
  const source = figuresSource(from);
  return source.kind === 'file' ? readFigures(source.path, known) : requestFigures(source, line, known);
}

/** @throws Error */
function readFigures(path: string, { etag }: Validators): FetchedFigures | undefined {
  const stamp = fileStamp(path);
  if (stamp !== undefined && stamp === etag) return undefined;
  if (stamp !== undefined && statSync(path).size > MAX_BYTES) throw new Error(`${path}: is longer than 2 MiB`);
  return { text: readFileSync(path, 'utf8'), ...(stamp !== undefined && { etag: stamp }) };
}

async function requestFigures(
  { url, shown, headers }: Extract<FiguresSource, { readonly kind: 'address' }>,
  { fetch, userAgent }: FiguresLine,
  { etag, lastModified }: Validators,
): Promise<FetchedFigures | undefined> {
  const asked = {
    ...headers,
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  };
  let at = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const path = `${at.pathname}${at.search}`;
    const line = { fetch, address: at.origin, userAgent, deadline: DEADLINE_MS };
    const { status, text, header } = await requestText({ path, headers: asked }, line).catch((error) => {
      throw error instanceof FeedError ? new Error(`${shown}: ${error.message}`, { cause: error }) : error;
    });
    if (status === NOT_MODIFIED) return undefined;
    if (status === 200) {
      const [fresh, modified] = [header('etag'), header('last-modified')];
      return { text, ...(fresh && { etag: fresh }), ...(modified && { lastModified: modified }) };
    }
    if (!MOVED.includes(status)) throw new Error(`${shown}: answers ${status}`);
    at = redirected(at, header('location') ?? '', shown);
  }
  throw new Error(`${shown}: more than ${MAX_REDIRECTS} redirects`);
}

/** Credentials and trust are those of one host. */
function redirected(at: URL, location: string, shown: string): URL {
  const next = URL.canParse(location, at) ? new URL(location, at) : undefined;
  if (next?.origin !== at.origin) throw new Error(`${shown}: redirects to another host, which is not followed`);
  return next;
}
