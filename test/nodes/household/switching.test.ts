import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { NodeAPI } from 'node-red';
import { describe, expect, it } from 'vitest';
import type { Answering, Asked } from '../../../nodes/access/http.ts';
import { answerSwitch, newToken } from '../../../nodes/household/switching.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';

const token = newToken();
const RED = { events: new EventEmitter() } as unknown as NodeAPI;

interface Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly isJson: boolean;
  readonly site: string;
  /** Left out: nobody has read it yet. */
  readonly body?: unknown;
  readonly chunks?: readonly string[];
}

/** A request that passes every check, for a device that is not running. */
const right: Request = {
  headers: { 'x-dayahead-token': token },
  isJson: true,
  site: 'home',
  body: { site: 'home', id: 'car', set: { override: 'on' } },
};

async function answerTo({ headers, isJson, site, body, chunks = [] }: Request) {
  const unread = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const asked = Object.assign(unread, { headers, get: (name: string) => headers[name], is: () => isJson, body });
  let status = 200;
  let answered: unknown;
  const answer = {
    status: (code: number) => {
      status = code;
      return answer;
    },
    json: (value: unknown) => {
      answered = value;
    },
  };
  const rights = { token, maySwitch: (id: string) => id === site };
  await answerSwitch(RED, asked as unknown as Asked, answer as unknown as Answering, rights);
  return [status, (answered as { readonly fault?: object }).fault];
}

describe('a request to switch', () => {
  it('gets as far as its device when nothing else is wrong', async () => {
    expect(await answerTo(right)).toEqual([400, { code: 'settings', detail: 'id: no device car is running' }]);
  });

  const headersWith = (more: Request['headers']) => ({ headers: { ...right.headers, ...more } });
  const notJson = { code: 'settings', detail: 'expected JSON' };
  it.each<[string, Partial<Request>, number, object]>([
    ['has no token', headersWith({ 'x-dayahead-token': '' }), 403, { code: 'origin' }],
    ['has a token of the same length', headersWith({ 'x-dayahead-token': newToken() }), 403, { code: 'origin' }],
    ['has half of the token', headersWith({ 'x-dayahead-token': token.slice(0, 16) }), 403, { code: 'origin' }],
    ['is a form', { isJson: false }, 415, notJson],
    ['is for a site that may be looked at', { site: 'other' }, 403, { code: 'permission' }],
    [
      'sets what the page has no control for',
      { body: { site: 'home', id: 'car', set: { max_price: '1' } } },
      400,
      { code: 'settings', detail: expect.stringContaining('max_price') },
    ],
  ])('is refused for this alone: it %s', async (_, wrong, status, fault) => {
    expect(await answerTo({ ...right, ...wrong })).toEqual([status, fault]);
  });

  const { body: _, ...unread } = right;
  const text = JSON.stringify(right.body);
  it.each<[string, readonly string[], number, string]>([
    ['that is whole', [text.slice(0, 9), text.slice(9)], 400, 'id: no device car is running'],
    ['of 4096 bytes', [text, ' '.repeat(4096 - text.length)], 400, 'id: no device car is running'],
    ['of 4097 bytes', [text, ' '.repeat(4097 - text.length)], 413, 'at most 4096 bytes'],
    ['that breaks off', [text.slice(0, 9)], 400, 'expected JSON'],
  ])('with a body %s, which is read here, gets an answer', async (_, chunks, status, detail) => {
    expect(await answerTo({ ...unread, chunks })).toEqual([status, { code: 'settings', detail }]);
  });

  it.each(hostileTexts)('names the device %j in its refusal as it was asked', async (id) => {
    const body = { site: 'home', id, set: { override: 'on' } };
    const refused = [400, { code: 'settings', detail: `id: no device ${id} is running` }];
    expect(await answerTo({ ...right, body })).toEqual(refused);
  });
});

it('each start of Node-RED has a token of its own that nobody guesses', () => {
  const tokens = Array.from({ length: 100 }, newToken);
  expect(new Set(tokens).size).toBe(100);
  for (const one of tokens) expect(one).toMatch(/^[\w-]{32}$/);
});
