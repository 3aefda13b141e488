import type { Instant } from '../core/time.ts';
import { instant } from './instant.ts';

/** The new things that an endpoint may still be asked before `resetAt`. */
export interface NewThings {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: Instant;
}

/** The headers of one answer to a testing token (specification, "Limits"); what they do not say is left out. */
export interface AllowanceHeaders {
  readonly newThings?: NewThings;
  readonly companiesLeft?: number;
  readonly tariffsLeft?: number;
}

/** Reads the allowances; the moment of the reset may be UNIX seconds or ISO 8601. A header we cannot read is no header. */
export function readAllowance(header: (name: string) => string | undefined): AllowanceHeaders {
  const [limit, remaining] = [count(header('x-ratelimit-limit')), count(header('x-ratelimit-remaining'))];
  const resetAt = moment(header('x-ratelimit-reset'));
  const companiesLeft = count(header('x-testing-companies-remaining'));
  const tariffsLeft = count(header('x-testing-tariffs-remaining'));
  return {
    ...(limit !== undefined && remaining !== undefined && resetAt && { newThings: { limit, remaining, resetAt } }),
    ...(companiesLeft !== undefined && { companiesLeft }),
    ...(tariffsLeft !== undefined && { tariffsLeft }),
  };
}

const count = (text = '') => (/^\d+$/.test(text) ? Number(text) : undefined);
const moment = (text = '') => instant.safeParse(count(text) ?? text).data;
