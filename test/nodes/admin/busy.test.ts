import type { NodeAPI } from 'node-red';
import { expect, it } from 'vitest';
import { offerEndpoint } from '../../../nodes/admin/endpoint.ts';
import { BusyError } from '../../../src/runtime/comparison/turns.ts';

type Handler = (request: object, response: object) => Promise<void>;

// Promise P-522 use/compare: further requests are refused with 503 and `Retry-After`
it('a request that is refused while others wait is answered with 503, Retry-After and words of its own', async () => {
  const handlers: Handler[] = [];
  const RED = {
    httpAdmin: { post: (_path: string, ...route: readonly Handler[]) => handlers.push(...route.slice(-1)) },
    auth: { needsPermission: () => undefined },
  };
  offerEndpoint(RED as unknown as NodeAPI, 'post', 'costs', 'dayahead.read', async () => {
    throw new BusyError('comparison-busy', '4 comparisons wait already');
  });
  const told: unknown[] = [];
  const response = {
    set: (name: string, value: string) => told.push([name, value]),
    status(status: number) {
      told.push(status);
      return response;
    },
    json: (body: object) => told.push(body),
  };
  await handlers[0]?.({ headers: {}, is: () => true, body: {} }, response);
  expect(told).toEqual([['Retry-After', '30'], 503, { fault: { code: 'comparison-busy' } }]);
});
