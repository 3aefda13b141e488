import { hash } from 'node:crypto';
import { z } from 'zod';
import type { AllowanceRecord } from '../../client/allowance.ts';
import { parse } from '../../messages/parse.ts';
import { openMemory, type ValueStore } from '../store.ts';

/** The count of what a testing token has used up, over restarts. */
export interface AllowanceMemory {
  readonly recalled: AllowanceRecord | undefined;
  keep(record: AllowanceRecord): void;
  /** Waits until everything is written. */
  settled(): Promise<void>;
}

const newThings = z.object({ limit: z.number(), remaining: z.number(), resetAt: z.number() });
const record: z.ZodType<AllowanceRecord> = z.object({
  requests: z.object({ day: z.number(), count: z.number() }),
  newThings: z.record(z.string(), newThings),
  totals: z.object({ companiesLeft: z.number().exactOptional(), tariffsLeft: z.number().exactOptional() }),
});
const memory = z.object({ schema: z.literal(1), service: z.string(), record });

/**
 * Reads what `store` kept. What cannot be read is reported and forgotten; what was counted for another service is
 * forgotten. Of `service`, which may hold a token, only a digest is written.
 */
export async function openAllowanceMemory(
  store: ValueStore,
  service: string,
  onProblem: (error: Error) => void,
): Promise<AllowanceMemory> {
  const { kept, keep, settled } = await openMemory(store, (value) => parse(memory, value), onProblem);
  const digest = hash('sha256', service, 'base64url');
  return {
    recalled: kept?.service === digest ? kept.record : undefined,
    keep: (record) => keep({ schema: 1, service: digest, record }),
    settled,
  };
}
