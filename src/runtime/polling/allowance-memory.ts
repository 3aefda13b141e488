import { hash } from 'node:crypto';
import { z } from 'zod';
import type { AllowanceRecord } from '../../client/allowance.ts';
import { parse } from '../../messages/parse.ts';
import type { ValueStore } from '../store.ts';

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
  const kept = await store.read((value) => parse(memory, value)).catch(onProblem);
  const digest = hash('sha256', service, 'base64url');
  let written = Promise.resolve();
  return {
    recalled: kept?.service === digest ? kept.record : undefined,
    keep(record) {
      written = store.write({ schema: 1, service: digest, record }).catch(onProblem);
    },
    settled: () => written,
  };
}
