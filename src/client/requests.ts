import type { Allowance } from '../core/vocabulary.ts';
import { type Query, urlsBelow } from './address.ts';
import type { AllowanceBook } from './allowance.ts';
import { type Credential, credentialOf } from './credential.ts';
import { isClientError, UnreadableBodyError } from './errors.ts';
import { exchange, type HttpAnswer, safeCopy } from './exchange.ts';
import { atOnce, oneAtATime, type TaskRunner, together } from './one-at-a-time.ts';
import { refusalError } from './refusal.ts';
import type { Fetch } from './transport.ts';

type Read<T> = (body: unknown, header: HttpAnswer['header']) => T;

/** The answer to `GET path?query`, its body read by `read`. Rejects with a `ClientError`. */
type Get = <T>(path: string, query: Query, read: Read<T>) => Promise<T>;

interface Requests {
  /** With the token; one request at a time where it is a testing token. */
  readonly authorised: Get;
  readonly anonymous: Get;
  /** The rest of a testing token's allowance. */
  readonly allowance: () => Allowance | undefined;
}

interface RequestsOptions {
  readonly baseUrl: string;
  readonly token: string | undefined;
  readonly fetch: Fetch;
  /** Milliseconds. */
  readonly deadline: number;
  readonly allowances: AllowanceBook;
}

/** Throws a `TypeError` for an address or a token that cannot be used. */
export function createRequests({ baseUrl, token, fetch, deadline, allowances }: RequestsOptions): Requests {
  const address = urlsBelow(baseUrl);
  const credential = credentialOf(token);
  const book = credential.isTesting ? allowances : undefined;
  const get =
    (headers: () => Readonly<Record<string, string>>, run: TaskRunner, book?: AllowanceBook): Get =>
    (path, query, read) =>
      run(async () => {
        const url = address(path, query);
        book?.count();
        const answer = await exchange(url, headers(), { fetch, deadline, redact: credential.redact });
        book?.note(path, answer.header);
        return readAnswer(url, answer, credential, read);
      });
  return {
    authorised: get(credential.headers, book ? oneAtATime() : together(isBusy), book),
    anonymous: get(() => ({}), atOnce),
    allowance: () => book?.state(),
  };
}

/** Another request of the same token was running (specification, "Errors", 429 without `rateLimit`), or a cap is reached. */
const isBusy = (error: unknown) => isClientError(error) && error.kind === 'rate-limit' && !error.rateLimit;

function readAnswer<T>(url: string, answer: HttpAnswer, credential: Credential, read: Read<T>): T {
  const { status, text } = answer;
  const { redact } = credential;
  const body = json(text, credential);
  const requestId = answer.header('x-request-id')?.slice(0, LONGEST_EXCERPT);
  const asked = { url, status, ...(requestId && { requestId }) };
  if (status !== 200) throw refusalError(asked, answer, body);
  if (body === undefined) throw new UnreadableBodyError(asked, `no JSON: ${excerpt(text, redact)}`);
  try {
    return read(body, answer.header);
  } catch (error) {
    const cause = safeCopy(error, redact);
    throw new UnreadableBodyError(asked, cause.message, { cause });
  }
}

/** Without the token. `undefined` where the text is no JSON; why is not kept: the reason quotes the text, cut anywhere. */
function json(text = '', { redactBody }: Credential): unknown {
  try {
    return redactBody(JSON.parse(text), text);
  } catch {
    return undefined;
  }
}

const LONGEST_EXCERPT = 80;

const excerpt = (text: string | undefined, redact: Credential['redact']) =>
  text === undefined ? 'a body without end' : `"${redact(text).slice(0, LONGEST_EXCERPT)}"`;
