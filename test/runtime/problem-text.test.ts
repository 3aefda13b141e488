import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  ConfigurationError,
  CredentialError,
  ForbiddenError,
  NetworkError,
  RateLimitError,
  RedirectError,
  ServiceError,
  UnreadableBodyError,
} from '../../src/client/errors.ts';
import { detailText, faultText } from '../../src/runtime/problem-text.ts';
import { briefFault } from '../../src/runtime/problems.ts';

const { fault: words } = JSON.parse(readFileSync('nodes/locales/en-US/config.json', 'utf8'));

/** The words of a code, which must be there, with all that they leave open. */
function word(code: string, values: Readonly<Record<string, string>> = {}): string {
  if (typeof words[code] !== 'string') throw new Error(`no words for ${code}`);
  return words[code].replace(/__(\w+)__/g, (_: string, name: string) => String(values[name]));
}

const at = { url: 'https://x.example' };
const testingLimit = { kind: 'tariffs' as const, limit: 20, used: 20, remaining: 0, blocked: ['SPOT', 'SUN'] };
const rateLimit = { limit: 5, remaining: 0, resetAt: '2026-11-21T00:00:00.000Z' };

it.each([
  ['answers 418', 'answers 418'],
  ['answered 404', 'answers 404'],
  ['answers 503', 'The server reports an internal error.'],
  ['cannot be reached: ECONNREFUSED', 'The computer is running, but nothing answers at this port.'],
  ['cannot be reached: EODD', 'cannot be reached: EODD'],
  ['no rate of RSD is known', 'no exchange rate for RSD is published'],
  ['has no exchange rate: name the source ecb too', 'add the source ecb in the dialog of the site'],
  [
    'answered 307, wants to be asked at https://new.example: set the address that answers',
    'enter its new address https://new.example',
  ],
  [
    'another client with the id house has taken over the connection',
    'another client with the id house has taken over the connection',
  ],
  [
    'connection closed, again and again; there may be another client with the id house',
    'The connection was closed. (repeatedly: another client may use the id house)',
  ],
  ['no complete answer within 30 s', 'no complete answer within 30 s'],
  ['2026-04-15: 3 of 96 of its prices are missing', '3 of 96 prices for 2026-04-15 are missing'],
  ['its answer is no JSON', 'its answer is no JSON'],
  ['minutes: expected 0 or more', 'minutes: expected 0 or more'],
  ['powerKw: expected more than 0', 'powerKw: expected more than 0'],
  ['energyKwh: at most 223.2 at 0.3 kW, the need being at most 44640 minutes', 'energyKwh: expected 223.2 or less'],
  ['energy_kwh: a number from 0 to 300', 'energy_kwh: a number from 0 to 300'],
  ['soc: expected 100 or less', 'soc: expected 100 or less'],
  ['minutes: expected a whole number, not 2.5', 'minutes: expected a whole number'],
  ['readyBy: expected text, not a number', 'readyBy: expected text'],
  ['shape: expected contiguous or split', 'shape: expected contiguous or split'],
  ['unknown key mintues; allowed are minutes, soc', 'unknown key mintues; allowed are minutes, soc'],
  ['until: 2026-01-01T00:00Z has passed', 'until: 2026-01-01T00:00Z has passed; a time in the future is allowed'],
  [
    'until: 2036-01-01T00:00Z is more than a year away; a time within a year is allowed',
    'until: 2036-01-01T00:00Z is more than a year away; a time within a year is allowed',
  ],
  ['need: also needs powerKw', 'need: also needs powerKw'],
  [
    'a.0: expected a number, not text; b: odd; c: expected 1 or less',
    'a.0: expected a number; b: odd; c: expected 1 or less',
  ],
  ['url: the address of the service is needed', 'url: must be filled in'],
  ['connect ECONNREFUSED 127.0.0.1:1883', 'The computer is running, but nothing answers at this port.'],
  ['Connection refused: Not authorized', 'The broker refuses the login: check user and password.'],
  [
    'commandTopic: dayahead/home/status is a topic of the site itself',
    'commandTopic: dayahead/home/status is a topic of the site itself: choose another',
  ],
  ['/own dir: there is no such file or folder', '/own dir: does not exist or cannot be read'],
  ['C:\\own: there is no permission to read it', 'C:\\own: does not exist or cannot be read'],
  ['own-dir: this is a file; a folder is needed', 'own-dir: does not exist or cannot be read'],
  [
    'https://figures.example/latest.json: answers 503',
    'https://figures.example/latest.json: The server reports an internal error.',
  ],
  ['brokerUrl: expected mqtt:// or mqtts://', 'brokerUrl: expected mqtt:// or mqtts://'],
  ['a broker said: connect ECONNREFUSED', 'a broker said: connect ECONNREFUSED'],
])('has words for the detail "%s"', (detail, text) => {
  expect(faultText({ code: 'internal', detail }, word)).toBe(`error (${text})`);
});

it("joins the allowed values of a detail with the word of the reader's language", () => {
  const german = JSON.parse(readFileSync('nodes/locales/de/config.json', 'utf8')).fault;
  const inGerman = (code: string, { allowed = '' } = {}) => german[code].replace('__allowed__', allowed);
  expect(detailText('brokerUrl: expected mqtt:// or mqtts://', inGerman)).toBe(
    'brokerUrl: erwartet: mqtt:// oder mqtts://',
  );
});

// Promise P-494 operate/reactions: each of these has its word in the status
it.each([
  [new ConfigurationError(at, ''), 'request refused: check tariff and postal code'],
  [new CredentialError(at, '', 'missing'), 'no token is set: enter one'],
  [new CredentialError(at, '', 'malformed'), 'the token is not complete: copy it again'],
  [new CredentialError(at, '', 'rejected'), 'token not accepted: renew or replace it'],
  [new ForbiddenError(at, ''), 'token expired or subscription inactive'],
  [new ForbiddenError(at, '', testingLimit), 'not in the testing account: SPOT, SUN; further tariffs allowed: 0'],
  [
    new ForbiddenError(at, '', { ...testingLimit, kind: 'companies', remaining: 1 }),
    'not included in the testing account: SPOT, SUN; further companies allowed: 1',
  ],
  [new RateLimitError(at, ''), 'token in use, or daily limit for requests reached'],
  [new RateLimitError(at, '', rateLimit), 'daily limit for new tariffs reached until 2026-11-21T00:00:00.000Z'],
  [
    new ServiceError({ ...at, status: 500, requestId: 'req-7' }, 'answered 500 (X-Request-Id req-7)'),
    'the service cannot answer at the moment; the next attempt is automatic',
  ],
  [
    new ServiceError({ ...at, status: 503, requestId: 'req-7' }, 'answered 503 (X-Request-Id req-7)'),
    'x.example does not answer; the next attempt is automatic (The server reports an internal error.)',
  ],
  [new RedirectError(at, ''), 'service has moved'],
  [new NetworkError(at, ''), 'x.example does not answer; the next attempt is automatic'],
  [
    new NetworkError(at, 'expired', { cause: Object.assign(new Error(''), { code: 'CERT_HAS_EXPIRED' }) }),
    'x.example does not answer; the next attempt is automatic (The certificate has expired, or is not valid yet.)',
  ],
  [new UnreadableBodyError(at, ''), 'answer not readable'],
  [new TypeError('oops'), 'error'],
])('says %o', (problem, text) => {
  expect(faultText(briefFault(problem, false), word)).toBe(text);
});

/** As feeds, the service's client and mqtt.js report them, each with the part that is a raw code or English of a library. */
const failures = [
  ['cannot be reached: ENOTFOUND', 'getaddrinfo EAI_AGAIN prices.example'],
  ['connect ECONNREFUSED 127.0.0.1:1883', 'ECONNREFUSED'],
  ['connect EHOSTUNREACH 10.0.0.1:1883', 'cannot be reached: ENETUNREACH'],
  ['connect ETIMEDOUT 10.0.0.1:443', 'connack timeout', 'cannot be reached: UND_ERR_CONNECT_TIMEOUT', 'TimeoutError'],
  ['read ECONNRESET', 'connection closed', 'cannot be reached: UND_ERR_SOCKET', 'cannot be reached: connection lost'],
  [
    'write EPROTO 8028:error:0A00010B:SSL routines:ssl3_get_record:wrong version number',
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ],
  ['certificate has expired', 'cannot be reached: CERT_HAS_EXPIRED'],
  ["Hostname/IP does not match certificate's altnames: Host: a. is not b", 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [
    'self-signed certificate',
    'self signed certificate in certificate chain',
    'unable to verify the first certificate',
    'cannot be reached: DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
  ['answers 401', 'answers 403'],
  ['answers 429'],
  ['answers 500', 'answers 502', 'answers 503'],
  ['Connection refused: Not authorized', 'Connection refused: Bad username or password'],
  ['Connection refused: Server unavailable', 'Quota exceeded'],
];

it.each(readdirSync('nodes/locales'))(
  'says every kind of failure in one sentence of %s, without a raw code',
  (language) => {
    const { fault } = JSON.parse(readFileSync(`nodes/locales/${language}/config.json`, 'utf8'));
    const said = failures.map((details) => new Set(details.map((detail) => detailText(detail, (code) => fault[code]))));
    for (const sentences of said) {
      const [sentence = ''] = sentences;
      expect([...sentences]).toEqual([sentence]);
      expect(sentence).toMatch(/^\p{Lu}[^_]+\.$/u);
      expect(sentence).not.toMatch(/\b[A-Z]{4,}|\d|Connection refused/);
    }
    expect(new Set(said.flatMap((sentences) => [...sentences])).size).toBe(failures.length);
  },
);
