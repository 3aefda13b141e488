import { thrownText } from '../core/file-error.ts';
import { rememberSecret, remoteText } from '../core/secrets/secrets.ts';
import { DAY_SECONDS } from '../core/time.ts';
import type { FeedFetch, FeedResponse } from './connection.ts';
import type { Feed, FeedQuestion, FeedRequest } from './feed.ts';
import type { FeedReading } from './formats/feed-reading.ts';
import type { TariffFeed, TariffQuestion } from './tariff-feed.ts';

/** Why a feed has said nothing of use. Its text names neither address nor token. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
  /** `failed`: no answer of the feed's; `unusable`: one that makes no day. */
  readonly kind: 'failed' | 'unusable';
  /** Seconds that the feed wants to be left alone. */
  readonly retryAfter: number | undefined;

  constructor(kind: 'failed' | 'unusable', message: string, retryAfter?: number) {
    super(message);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

export interface FeedLine {
  readonly fetch: FeedFetch;
  /** Scheme, host and port, and a path that comes before the feed's own. */
  readonly address: string;
  readonly userAgent: string;
  /** Milliseconds for each whole answer. */
  readonly deadline: number;
}

/** 2 MiB, unpacked: forty times what a day takes. */
const MOST_BYTES = 2 * 1024 * 1024;
export const DEADLINE_MS = 30_000;
const NOT_FOUND = 404;
const NOTHING = [204, NOT_FOUND];

/** Asks a feed until it has said all. Throws a `FeedError`. */
export async function askFeed(feed: Feed, question: FeedQuestion, line: FeedLine): Promise<FeedReading> {
  rememberSecret(question.token ?? '');
  const answer = await askedThrough((bodies) => feed.next(question, bodies), line, feed.anyStatus);
  if ('status' in answer) return { quotes: [], ...(answer.status === NOT_FOUND && { notFound: true }) };
  return answer;
}

/** The same of what is no price; `undefined` where the feed has nothing yet. */
export async function askTariffFeed(feed: TariffFeed, question: TariffQuestion, line: FeedLine) {
  const answer = await askedThrough((bodies) => feed.next(question, bodies), line);
  return 'status' in answer ? undefined : answer;
}

/** The status of an answer without content. */
interface NoContent {
  readonly status: number | undefined;
}

async function askedThrough<T extends object>(
  next: (bodies: readonly string[]) => FeedRequest | T,
  line: FeedLine,
  anyStatus = false,
): Promise<T | NoContent> {
  const bodies: string[] = [];
  for (;;) {
    const step = readable(() => next(bodies));
    if (!('path' in step)) return step;
    const { status, text, retryAfter } = await requestText(step, line);
    // After a first answer the feed knows the data: the rest is not there yet.
    if (NOTHING.includes(status)) return { status: bodies.length === 0 ? status : undefined };
    const told = status === 200 || (anyStatus && status === 400);
    if (!told) throw new FeedError('failed', `answers ${status}`, retryAfter);
    bodies.push(text);
  }
}

export function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    // A format's error may quote the answer.
    throw new FeedError('unusable', `its answer ${remoteText(thrownText(error))}`);
  }
}

interface FeedAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: number | undefined;
  header(name: string): string | null;
}

/** One request and its whole answer. A redirect is not followed: a token goes to no other address. Throws a `FeedError`. */
export async function requestText(
  { path, headers, body }: FeedRequest,
  { fetch, address, userAgent, deadline }: FeedLine,
): Promise<FeedAnswer> {
  const signal = AbortSignal.timeout(deadline);
  try {
    const response = await fetch(address.replace(/\/+$/, '') + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: '*/*', 'user-agent': userAgent, ...headers },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal,
    });
    const retryAfter = secondsOf(response.headers.get('retry-after'), response.headers.get('date'));
    const header = (name: string) => response.headers.get(name);
    return { status: response.status, text: await textOf(response), retryAfter, header };
  } catch (error) {
    if (error instanceof FeedError) throw error;
    throw new FeedError('failed', signal.aborted ? `no complete answer within ${deadline / 1000} s` : reasonOf(error));
  }
}

async function textOf({ body }: FeedResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new FeedError('unusable', 'its answer is longer than any');
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Codes only: what libraries say of an error may hold the address, and with it a token. */
function reasonOf(error: unknown): string {
  let reason = error;
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause;
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined;
  return `cannot be reached: ${typeof code === 'string' ? code : 'connection lost'}`;
}

/** `Retry-After` in seconds or as a date, a day at the most. */
function secondsOf(header: string | null, date: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.parse(date ?? '')) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), DAY_SECONDS) : undefined;
}
