import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { errorText, fetchFrom, post, reasonText } from '../../../../nodes/editor/common/ask.ts';

type Answer =
  | { readonly body: object }
  | { readonly failed: { readonly status: number; readonly responseJSON?: object } };

let answer: Answer = { body: {} };
beforeAll(() => {
  vi.stubGlobal('RED', { _: (key: string) => key.replace(/.*:/, '') });
  vi.stubGlobal('$', {
    ajax: async () => ('failed' in answer ? Promise.reject(answer.failed) : answer.body),
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const refused = { code: 'settings', detail: 'minutes: too few' };
const own = { permission: 'log in', 'no-answer': 'asking again' };

it.each([
  ['with an error', { body: { fault: refused } }, 'fault.settings (minutes: too few)', 'minutes: too few'],
  [
    'with an error and a status',
    { failed: { status: 400, responseJSON: { fault: refused } } },
    'fault.settings (minutes: too few)',
    'minutes: too few',
  ],
  ['with an error that has words of ours alone', { body: { fault: { code: 'busy' } } }, 'fault.busy', 'fault.busy'],
  ['by Node-RED: nobody is logged in', { failed: { status: 401 } }, 'fault.permission', 'log in'],
  ['by Node-RED: not allowed', { failed: { status: 403 } }, 'fault.permission', 'log in'],
  ['by a proxy', { failed: { status: 502 } }, 'fault.no-answer', 'asking again'],
  ['by nobody', { failed: { status: 0 } }, 'fault.no-answer', 'asking again'],
])('a question answered %s is told in words', async (_, its, text, reason) => {
  answer = its;
  for (const ask of [fetchFrom, post]) {
    const error = await ask('plan', {}).catch((thrown: unknown) => thrown);
    expect([errorText(error), reasonText(error, own)]).toEqual([text, reason]);
  }
});

it('an error of our own page is told as it is', () => {
  expect(errorText(new TypeError('x is not a function'))).toBe('fault.internal (TypeError: x is not a function)');
});

it('an answer is passed on', async () => {
  answer = { body: { items: ['DK'] } };
  expect(await post('listings', { list: 'countries' })).toEqual({ items: ['DK'] });
});
