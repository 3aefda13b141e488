import { EventEmitter } from 'node:events';
import type { NodeAPI } from 'node-red';
import { afterAll, expect, it, vi } from 'vitest';
import config from '../../nodes/config.ts';

/** What Node-RED keeps apart from the flow: a `password` it gives to no browser, a `text` it does. */
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

it('Node-RED keeps every secret of a site apart from the flow, and gives none to a browser', () => {
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

it('the dialog of a site has the same', async () => {
  const registerType = vi.fn();
  vi.stubGlobal('RED', { nodes: { registerType }, i18n: { lang: () => 'en-US' }, _: (key: string) => key });
  await import('../../nodes/editor/config/config.ts');
  expect(registerType).toHaveBeenCalledExactlyOnceWith('dayahead-config', expect.objectContaining({ credentials }));
  // Nor is one a field of the flow.
  const [, { defaults } = { defaults: {} }] = registerType.mock.calls[0] ?? [];
  expect(Object.keys(defaults).filter((field) => field in credentials)).toEqual([]);
});
