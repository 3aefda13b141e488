import { readFileSync } from 'node:fs';
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
import { faultText } from '../../src/runtime/problem-text.ts';
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
  ['answers 500', 'answers 500'],
  ['cannot be reached: ECONNREFUSED', 'cannot be reached: ECONNREFUSED'],
  ['no complete answer within 30 s', 'no complete answer within 30 s'],
  ['2026-04-15: 3 of 96 of its prices are missing', '3 of 96 prices of 2026-04-15 are missing'],
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
  ['until: 2026-01-01T00:00Z has passed', 'until: 2026-01-01T00:00Z has passed; a time to come is allowed'],
  [
    'until: 2036-01-01T00:00Z is more than a year away; a time within a year is allowed',
    'until: 2036-01-01T00:00Z is more than a year away; a time within a year is allowed',
  ],
  ['need: needs powerKw beside it', 'need: needs powerKw beside it'],
  [
    'a.0: expected a number, not text; b: odd; c: expected 1 or less',
    'a.0: expected a number; b: odd; c: expected 1 or less',
  ],
  ['url: the address of the service is needed', 'url: has to be filled in'],
  ['connect ECONNREFUSED 127.0.0.1:1883', 'The computer is there, but nothing answers at this port.'],
  ['Connection refused: Not authorized', 'The broker does not let us in: check user and password.'],
  [
    'commandTopic: dayahead/home/status is a topic of the site itself',
    'commandTopic: dayahead/home/status is a topic of the site itself: choose another',
  ],
  ['/own dir: there is no such file or folder', '/own dir: does not exist or cannot be read'],
  ['C:\\own: there is no permission to read it', 'C:\\own: does not exist or cannot be read'],
  ['own-dir: this is a file; a folder is needed', 'own-dir: does not exist or cannot be read'],
  ['brokerUrl: expected mqtt:// or mqtts://', 'brokerUrl: expected mqtt:// or mqtts://'],
  ['a broker said: connect ECONNREFUSED', 'a broker said: connect ECONNREFUSED'],
])('has words for the detail "%s"', (detail, text) => {
  expect(faultText({ code: 'internal', detail }, word)).toBe(`error (${text})`);
});

it.each([
  [new ConfigurationError(at, ''), 'question refused'],
  [new CredentialError(at, '', 'missing'), 'no token is set: type one in'],
  [new CredentialError(at, '', 'malformed'), 'token malformed: copy it again as a whole'],
  [new CredentialError(at, '', 'rejected'), 'token not accepted: renew or replace it'],
  [new ForbiddenError(at, ''), 'token expired or subscription inactive'],
  [new ForbiddenError(at, '', testingLimit), 'beyond the testing account: SPOT, SUN; 0 tariffs left'],
  [
    new ForbiddenError(at, '', { ...testingLimit, kind: 'companies', remaining: 1 }),
    'beyond the testing account: SPOT, SUN; 1 companies left',
  ],
  [new RateLimitError(at, ''), 'token busy or requests of the day used up'],
  [new RateLimitError(at, '', rateLimit), 'new tariffs of the day used up until 2026-11-21T00:00:00.000Z'],
  [new ServiceError(at, ''), 'service has no answer'],
  [new ServiceError({ ...at, requestId: 'req-7' }, ''), 'service has no answer (req-7)'],
  [new RedirectError(at, ''), 'service has moved'],
  [new NetworkError(at, ''), 'service not reached'],
  [new UnreadableBodyError(at, ''), 'answer not readable'],
  [new TypeError('oops'), 'error'],
])('says %o', (problem, text) => {
  expect(faultText(briefFault(problem, false), word)).toBe(text);
});
