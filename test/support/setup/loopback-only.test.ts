import { connect } from 'node:net';
import { fetch } from 'undici';
import { expect, it } from 'vitest';

it('a test reaches nobody outside this machine, by whatever way', async () => {
  const failed = (host: string) =>
    new Promise((resolve) =>
      connect({ host, port: 443 }).once('error', (error) => resolve(Reflect.get(error, 'code'))),
    );
  expect(await failed('prices.example')).toBe('ENOTFOUND');
  await expect(fetch('https://prices.example')).rejects.toMatchObject({ cause: { code: 'ENOTFOUND' } });
  await expect(globalThis.fetch('https://prices.example')).rejects.toMatchObject({ cause: { code: 'ENOTFOUND' } });
});
