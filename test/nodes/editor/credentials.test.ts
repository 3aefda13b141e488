import { EventEmitter } from 'node:events';
import type { NodeAPI } from 'node-red';
import { afterAll, expect, it, vi } from 'vitest';
import config from '../../../nodes/config.ts';

/** Stored apart from the flow. Node-RED sends a `text` to the editor, and never a `password`. */
const credentials = {
  token: { type: 'password' },
  tokenUrl: { type: 'text' },
  brokerPassword: { type: 'password' },
  entsoeToken: { type: 'password' },
  entsoeUrl: { type: 'text' },
};

afterAll(() => {
  vi.unstubAllGlobals();
});

it('Node-RED stores every secret of a site apart from the flow and sends none to the editor', () => {
  const registerType = vi.fn();
  config({
    auth: { needsPermission: () => undefined },
    httpAdmin: { get: () => {}, post: () => {} },
    httpNode: { get: () => {}, post: () => {} },
    events: new EventEmitter(),
    nodes: { registerType },
    settings: {},
  } as unknown as NodeAPI);
  expect(registerType).toHaveBeenCalledExactlyOnceWith(
    'dayahead-config',
    expect.any(Function),
    expect.objectContaining({ credentials }),
  );
});

it('the dialog of a site declares the same credentials', async () => {
  const registerType = vi.fn();
  vi.stubGlobal('RED', { nodes: { registerType }, i18n: { lang: () => 'en-US' }, _: (key: string) => key });
  await import('../../../nodes/editor/config/config.ts');
  expect(registerType).toHaveBeenCalledExactlyOnceWith('dayahead-config', expect.objectContaining({ credentials }));
  // A field of the flow would be exported with it.
  const [, { defaults } = { defaults: {} }] = registerType.mock.calls[0] ?? [];
  expect(Object.keys(defaults).filter((field) => field in credentials)).toEqual([]);
});
