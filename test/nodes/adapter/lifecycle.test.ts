import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Node } from 'node-red';
import { expect, it, vi } from 'vitest';
import type { Adapter } from '../../../nodes/adapter/adapter.ts';
import { liveWithFlows } from '../../../nodes/adapter/lifecycle.ts';

it('a message on its way when the node closes is lost: it is no error, and wakes nothing', async () => {
  const node = new EventEmitter();
  const adapter = { fail: vi.fn() };
  const opened = liveWithFlows((_, start) => start(), node as unknown as Node, adapter as unknown as Adapter, {
    open: async () => 'open',
  });
  expect(await opened()).toBe('open');
  await new Promise<void>((done) => node.emit('close', false, done));
  const answered = vi.fn();
  opened().then(answered, answered);
  await setImmediate();
  expect(answered).not.toHaveBeenCalled();
  expect(adapter.fail).not.toHaveBeenCalled();
});
