import { z } from 'zod';
import type { Instant } from '../core/time.ts';

/** ISO 8601 with an offset, with seconds or without. */
export const isoText = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })], {
  error: 'expected ISO 8601 with an offset, as 2026-03-29T07:00:00+02:00',
});

/** UNIX seconds of ISO 8601 text that a schema has read. */
export const instantOf = (iso: string): Instant => Date.parse(iso) / 1000;
