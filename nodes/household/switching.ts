import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { NodeAPI } from 'node-red';
import type { Fault } from '../../src/runtime/problems.ts';
import type { Answering, Asked } from '../access/http.ts';
import { membersOf } from '../adapter/overview.ts';

/** Bytes; more than any command needs. */
const MOST = 4096;

/** Said by every request that switches: only a page of this process has it, and no page of another origin can read it there. */
const TOKEN_HEADER = 'x-dayahead-token';

export const newToken = (): string => randomBytes(24).toString('base64url');

/** A request that is answered with a fault. */
class Refused extends Error {
  readonly status: number;
  readonly fault: Fault;

  constructor(status: number, fault: Fault) {
    super(fault.code);
    this.status = status;
    this.fault = fault;
  }
}

/** Applies a command of a page, `{site, id, set}`, if the page has the token and the site permits switching. */
export async function answerSwitch(
  RED: NodeAPI,
  asked: Asked,
  answer: Answering,
  { token, maySwitch }: { readonly token: string; maySwitch(site: string): boolean },
): Promise<void> {
  try {
    if (!isSame(asked.get(TOKEN_HEADER) ?? '', token)) throw new Refused(403, { code: 'origin' });
    if (!asked.is('json')) throw new Refused(415, { code: 'settings', detail: 'expected JSON' });
    const { readSwitch, switchDevice } = await import('../../src/runtime/household/switching.ts');
    const question = readSwitch(await bodyOf(asked));
    if (!maySwitch(question.site)) throw new Refused(403, { code: 'permission' });
    answer.json(switchDevice(membersOf(RED), question));
  } catch (error) {
    const { status, fault } = await refusalOf(error);
    answer.status(status).json({ fault });
  }
}

function isSame(said: string, token: string): boolean {
  const [a, b] = [Buffer.from(said), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whatever stands before the page may have read it. */
async function bodyOf(asked: Asked): Promise<unknown> {
  if (asked.body !== undefined) return asked.body;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of asked) {
    size += chunk.length;
    if (size > MOST) throw new Refused(413, { code: 'settings', detail: `at most ${MOST} bytes` });
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new Refused(400, { code: 'settings', detail: 'expected JSON' });
  }
}

async function refusalOf(error: unknown): Promise<{ readonly status: number; readonly fault: Fault }> {
  if (error instanceof Refused) return error;
  const { MessageError } = await import('../../src/messages/parse.ts');
  // What went wrong inside is nothing for a page that everybody may see.
  return error instanceof MessageError
    ? { status: 400, fault: { code: 'settings', detail: error.message } }
    : { status: 500, fault: { code: 'internal' } };
}
