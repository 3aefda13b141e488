import { z } from 'zod';
import type { Instant } from '../core/time.ts';

/** The year 2000: an earlier "time" is some other number. */
const EARLIEST = 946_684_800;
/** As seconds the year 5138, as milliseconds 1973. */
const LEAST_MILLISECONDS = 1e11;

const notATime = 'not a time in UNIX seconds, milliseconds or ISO 8601 with its offset';

/** A time as UNIX seconds, milliseconds or ISO 8601 with its offset; read as whole seconds. */
export const instant = z
  .union([z.number(), z.iso.datetime({ offset: true, error: notATime })], notATime)
  .transform((time, context): Instant => {
    const inMilliseconds = typeof time === 'string' || time >= LEAST_MILLISECONDS;
    const seconds = Math.floor(Number(new Date(time)) / (inMilliseconds ? 1000 : 1));
    if (seconds >= EARLIEST && seconds < LEAST_MILLISECONDS) return seconds;
    context.addIssue(`${time} is no plausible time`);
    return z.NEVER;
  });
