import { MINUTE_SECONDS } from '../core/time.ts';
import type { MeterStamp } from './stamp.ts';

const QUARTER = 15 * MINUTE_SECONDS;
const codes = new Map([
  ['QH', 15],
  ['H', 60],
]);

/** Seconds of an interval named as PT15M, PT1H, QH or 15 minutes; nothing for a day and for what is no length. */
export function intervalLength(text: string): number | undefined {
  if (text === '') return undefined;
  const [, hours, minutes] = /^PT(?:(\d{1,2})H)?(?:(\d{1,3})M)?$/i.exec(text) ?? [];
  const [, plain] = /^(\d{1,3}) ?(?:min.*)?$/i.exec(text) ?? [];
  const told =
    plain ?? ((hours ?? minutes) ? Number(hours ?? 0) * 60 + Number(minutes ?? 0) : codes.get(text.toUpperCase()));
  return told === undefined || Number(told) === 0 ? undefined : Number(told) * MINUTE_SECONDS;
}

/** The usual length of a format's intervals, or a quarter hour if many labels of the file lie in between. */
export function fittingLength(usual: number, labels: readonly MeterStamp[]): number {
  const between = labels.filter(({ seconds }) => seconds % usual !== 0 && seconds % QUARTER === 0);
  return between.length > labels.length / 4 ? QUARTER : usual;
}
