import { expect, it } from 'vitest';
import { endsBySending, failureText, isFull, namesVersion, refusesVersion } from '../../src/mqtt/failure.ts';

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

const told = { clientId: 'dayahead_1', secret: 'geheim', rival: false };

// Promise P-033 integrate/mqtt: no warning has a password
it.each([
  [failure('connect ECONNREFUSED 127.0.0.1:1883', 'ECONNREFUSED'), 'connect ECONNREFUSED 127.0.0.1:1883'],
  [failure('', 'ECONNREFUSED'), 'ECONNREFUSED'],
  [undefined, 'connection closed'],
  [failure('cannot use geheim as password: geheim'), 'cannot use *** as password: ***'],
  [failure('broker: Session taken over', 142), 'another client with the id dayahead_1 has taken over the connection'],
])('%o is told as %s', (error, expected) => {
  expect(failureText(error, told)).toBe(expected);
});

it('an empty password strikes out nothing', () => {
  expect(failureText(failure('connack timeout'), { ...told, secret: '' })).toBe('connack timeout');
});

it('a broker that does not say so may have let in another client of the same name', () => {
  expect(failureText(undefined, { ...told, rival: true })).toBe(
    'connection closed, again and again; there may be another client with the id dayahead_1',
  );
});

it.each([
  ['accepted', undefined, false],
  ['refused for its topic', 144, false],
  ['refused for the quota', 151, true],
])('a message that is %s is worth another try: %s, %s', (_, code, expected) => {
  expect(isFull(code === undefined ? undefined : failure('Publish error', code))).toBe(expected);
});

/** Reason codes of MQTT 5, return codes of 3.1.1, and codes of sockets. */
const all = [
  undefined,
  ...Array.from({ length: 256 }, (_, code) => code),
  'ECONNRESET',
  'EPIPE',
  'ECONNREFUSED',
  'ENOTFOUND',
];
const codesWhere = (has: (error: ReturnType<typeof failure>) => boolean) =>
  all.filter((code) => has(failure('', code)));

it.each<[string, (error: ReturnType<typeof failure>) => boolean, readonly unknown[]]>([
  ['names the version', namesVersion, [1, 132]],
  ['may refuse the version', refusesVersion, [undefined, 1, 132, 'ECONNRESET', 'EPIPE']],
  [
    'may end a connection for what was sent',
    endsBySending,
    [undefined, 128, 129, 130, 131, 135, 144, 149, 151, 153, 154, 'ECONNRESET', 'EPIPE'],
  ],
  ['is for the moment alone', isFull, [151]],
])('a failure of these codes, and of no other, %s', (_, has, codes) => {
  expect(codesWhere(has)).toEqual(codes);
});
