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
import { FileError } from '../../src/core/file-error.ts';
import { MessageError } from '../../src/messages/parse.ts';
import { briefFault, FaultError, faultOf, SourceError } from '../../src/runtime/problems.ts';

const asked = { url: 'https://x.example/v2/dk/dayahead', status: 400 };
const lost = (code: string) => new NetworkError(asked, 'lost', { cause: Object.assign(new Error('lost'), { code }) });
const late = () =>
  new NetworkError(asked, 'late', { cause: Object.assign(new Error('late'), { name: 'TimeoutError' }) });
const total = { kind: 'tariffs' as const, limit: 20, used: 20, remaining: 0, blocked: ['x'] };
const words = JSON.parse(readFileSync('nodes/locales/en-US/config.json', 'utf8')) as { fault: Record<string, string> };

it.each<readonly [string, Error]>([
  ['token-missing', new CredentialError(asked, '', 'missing')],
  ['token-malformed', new CredentialError(asked, '', 'malformed')],
  ['token-rejected', new CredentialError(asked, '', 'rejected')],
  ['token-expired', new ForbiddenError(asked, 'answered 403: expired')],
  ['testing-tariffs', new ForbiddenError(asked, 'answered 403', total)],
  ['testing-companies', new ForbiddenError(asked, 'answered 403', { ...total, kind: 'companies' })],
  ['allowance', new RateLimitError(asked, '', { limit: 5, remaining: 0, resetAt: '2026-01-15T00:00:00Z' })],
  ['busy', new RateLimitError(asked, '')],
  ['redirect', new RedirectError(asked, '')],
  ['service', new ServiceError(asked, '')],
  ['configuration', new ConfigurationError(asked, '')],
  ['unreadable', new UnreadableBodyError(asked, '')],
  ['network', lost('EWHATEVER')],
  ...[lost('ENOTFOUND'), lost('EAI_AGAIN')].map((error) => ['unknown-host', error] as const),
  ['refused', lost('ECONNREFUSED')],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'].map((code) => ['unreachable', lost(code)] as const),
  ...['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'].map((code) => ['timed-out', lost(code)] as const),
  ['timed-out', late()],
  ...['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].map((code) => ['hung-up', lost(code)] as const),
  ...['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO'].map(
    (code) => ['no-tls', lost(code)] as const,
  ),
  ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'].map((code) => ['certificate-expired', lost(code)] as const),
  ['certificate-name', lost('ERR_TLS_CERT_ALTNAME_INVALID')],
  ...[
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ].map((code) => ['certificate-unknown', lost(code)] as const),
  ['settings', new MessageError('url: an address is needed')],
  ['settings', new TypeError('baseUrl: an http or https address is needed')],
  ['own-files', new FileError('/own', 'there is no such file or folder')],
  ['own-files', new AggregateError([new FileError('/own/de/a.jsonc', 'odd'), new FileError('/own/de/b.jsonc', 'odd')])],
  ['internal', new Error('out of memory')],
  ['retype-token', new FaultError('retype-token', 'type it again')],
])('%s is what the dialogs say of %s', (code, error) => {
  expect(faultOf(error).code).toBe(code);
  expect(words.fault[code]).toBeTruthy();
});

it('says what the service said, without what was asked', () => {
  expect(faultOf(new ConfigurationError(asked, 'answered 400: unknown tariff'))).toEqual({
    code: 'configuration',
    detail: 'unknown tariff',
  });
});

it.each([
  ['source-failed', 'renewal-failed'],
  ['source-unusable', 'renewal-unusable'],
  ['source-nothing', 'renewal-nothing'],
  ['source-own', 'renewal-own'],
  ['source-asking', 'source-asking'],
])('%s is told as %s beside a price that is known', (code, beside) => {
  const error = new SourceError({ code, values: { source: 'smard' }, detail: 'answers 500' }, 'no price');
  expect(briefFault(error, false)).toEqual(error.fault);
  expect(briefFault(error, true)).toEqual({ ...error.fault, code: beside });
});
