import type { Instant } from '../../core/time.ts';
import { instantOf } from '../iso.ts';
import type { HouseQuestion } from './question.ts';

/**
 * Writes times as the request does: a slot's time is the text of the request, any other has the offset and the precision of
 * the slot that contains it.
 */
export function timesAsIn({
  slots,
  slotTexts,
}: Pick<HouseQuestion, 'slots' | 'slotTexts'>): (instant: Instant) => string {
  const texts = new Map<Instant, string>();
  for (const [i, { start, end }] of slots.entries()) {
    texts.set(start, slotTexts[i]?.start ?? '');
    texts.set(end, slotTexts[i]?.end ?? '');
  }
  const sampleAt = (instant: Instant) =>
    slotTexts[slots.findLastIndex(({ start }) => start <= instant)] ?? slotTexts[0];
  return (instant) => texts.get(instant) ?? textLike(sampleAt(instant)?.start ?? '', instant);
}

/** `instant` with the offset and the precision of `sample`, or with seconds or milliseconds if the instant has them. */
function textLike(sample: string, instant: Instant): string {
  const [, local = '', offset = 'Z'] = /^(.+?)(Z|[+-]\d\d:\d\d)$/.exec(sample) ?? [];
  const wall = instant + instantOf(`${local}Z`) - instantOf(sample);
  const text = new Date(wall * 1000).toISOString();
  const digits = [local.length, 19].find((length) => instantOf(`${text.slice(0, length)}Z`) === wall) ?? 23;
  return `${text.slice(0, Math.min(digits, 23))}${offset}`;
}
