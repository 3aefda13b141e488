import { expect, it, vi } from 'vitest';

vi.stubGlobal('RED', {});
const { bared } = await import('../../../../nodes/editor/config/addresses.ts');

it.each([
  ['brokerUrl', 'mqtt://me:pw@h:1883', { address: 'mqtt://h:1883', user: 'me', password: 'pw' }],
  ['brokerUrl', 'mqtts://me:p%40:s/w@d@h', { address: 'mqtts://h', user: 'me', password: 'p@:s/w@d' }],
  ['brokerUrl', 'mqtt://me:100%@h', { address: 'mqtt://h', user: 'me', password: '100%' }],
  ['brokerUrl', 'me:pw@h', { address: 'h', user: 'me', password: 'pw' }],
  ['brokerUrl', 'mqtt://me@h', { address: 'mqtt://h', user: 'me' }],
  ['brokerUrl', 'mqtt://:pw@h', { address: 'mqtt://h', password: 'pw' }],
  ['brokerUrl', 'wss://h/mqtt?room=a@b', { address: 'wss://h/mqtt?room=a@b' }],
  ['brokerUrl', 'mqtt://a=b:c=d@h', { address: 'mqtt://h', user: 'a=b', password: 'c=d' }],
  ['url', 'https://me:pw@h/base', { address: 'https://h/base' }],
  ['url', 'https://h/base?key=1', { address: 'https://h/base' }],
  ['sources', 'omie\nsmard=https://me:pw@h/a', { address: 'omie\nsmard=https://h/a' }],
  ['sources', 'entsoe=https://h/api?securityToken=1', { address: 'entsoe=https://h/api' }],
  [
    'sources',
    'smard=https://me:pw@h/a?k=1\nomie\nentsoe=https://you:wp@i/b?k=2#l\necb=me:pw@j',
    { address: 'smard=https://h/a\nomie\nentsoe=https://i/b\necb=j' },
  ],
  ['figures', 'https://me:pw@h/latest.json?key=1', { address: 'https://h/latest.json' }],
  ['figures', 'C:\\a@b\\figures #1.json', { address: 'C:\\a@b\\figures #1.json' }],
  ['url', 'https://h/base?key=1?key=2#key=3', { address: 'https://h/base' }],
  ['sources', 'smard=https://h\nomie', { address: 'smard=https://h\nomie' }],
] as const)('%s: of %s no secret stays in the address', (field, typed, expected) => {
  expect(bared(field, typed)).toEqual(expected);
});
