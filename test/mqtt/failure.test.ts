import { expect, it } from 'vitest';
import { failureText, refusesVersion } from '../../src/mqtt/failure.ts';

const failure = (message: string, code?: string | number) => Object.assign(new Error(message), { code });

it.each([
  ['an MQTT 3.1.1 broker that names it', failure('Connection refused: Unacceptable protocol version', 1), true],
  ['an MQTT 5 broker that names it', failure('Connection refused: Unsupported Protocol Version', 132), true],
  ['a broker that hangs up', undefined, true],
  ['a broker that resets', failure('read ECONNRESET', 'ECONNRESET'), true],
  ['a broker that does not answer', failure('connack timeout'), true],
  ['a wrong password', failure('Connection refused: Not authorized', 135), false],
  ['no broker at all', failure('connect ECONNREFUSED', 'ECONNREFUSED'), false],
  ['a certificate that nobody signed', failure('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'), false],
])('%s may refuse the version: %o, %s', (_, error, expected) => {
  expect(refusesVersion(error)).toBe(expected);
});

it.each([
  [failure('connect ECONNREFUSED 127.0.0.1:1883', 'ECONNREFUSED'), 'connect ECONNREFUSED 127.0.0.1:1883'],
  [failure('', 'ECONNREFUSED'), 'ECONNREFUSED'],
  [undefined, 'connection closed'],
  [failure('cannot use geheim as password: geheim'), 'cannot use *** as password: ***'],
])('%o is told as %s', (error, expected) => {
  expect(failureText(error, 'geheim')).toBe(expected);
});

it('an empty password strikes out nothing', () => {
  expect(failureText(failure('connack timeout'), '')).toBe('connack timeout');
});
