import { isClientError } from '../client/errors.ts';

/** A problem in a few words, with what someone needs to mend it. The words come from the locales. */
export function problemText(problem: Error, word: (key: string) => string): string {
  const say = (key: string, ...details: (string | undefined)[]) =>
    [word(`problem.${key}`), ...details.filter(Boolean)].join(' ');
  if (!isClientError(problem)) return say('internal');
  switch (problem.kind) {
    case 'credential':
      return say(`credential.${problem.challenge}`);
    case 'forbidden': {
      const { blocked = [], remaining, kind } = problem.testingLimit ?? {};
      if (!kind) return say('forbidden');
      return `${say('testing-limit', blocked.join(', '))}; ${remaining} ${word(`left.${kind}`)}`;
    }
    case 'rate-limit':
      return problem.rateLimit ? say('allowance', problem.rateLimit.resetAt) : say('busy');
    case 'service':
      return say('service', problem.requestId && `(${problem.requestId})`);
    default:
      return say(problem.kind);
  }
}
