import { type ComponentName, componentNames } from './components.ts';
import type { PricePoint, PriceSeries } from './series.ts';
import type { Instant } from './time.ts';

/**
 * The series in intervals of `seconds`, aligned to UTC: a coarser interval is the time-weighted average of each
 * component, a finer one repeats the source price (specification, "`resolution`"). An interval is answered only
 * when it is wholly known, and carries only the components that all of its parts carry.
 */
export function resample(series: PriceSeries, seconds: number): PricePoint[] {
  const result: PricePoint[] = [];
  const last = series.at(-1);
  let first = 0;
  for (let start = alignedStart(series, seconds); last && start + seconds <= last.end; start += seconds) {
    while ((series[first] as PricePoint).end <= start) first++;
    const parts = partsOf(series, first, start, start + seconds);
    if (parts) result.push({ start, end: start + seconds, ...meanOf(parts, start, start + seconds) });
  }
  return result;
}

const alignedStart = (series: PriceSeries, seconds: number): Instant =>
  Math.ceil((series[0]?.start ?? 0) / seconds) * seconds;

/** The points that make up `[start, end)`, which the series reaches, or nothing where they leave a part of it unknown. */
function partsOf(series: PriceSeries, first: number, start: Instant, end: Instant): PricePoint[] | undefined {
  const parts: PricePoint[] = [];
  let known = start;
  for (let i = first; known < end; i++) {
    const point = series[i] as PricePoint;
    if (point.start > known) return undefined;
    parts.push(point);
    known = point.end;
  }
  return parts;
}

function meanOf(parts: readonly PricePoint[], start: Instant, end: Instant): { [name in ComponentName]?: number } {
  const mean: { [name in ComponentName]?: number } = {};
  for (const name of componentNames) {
    if (parts.some((part) => part[name] === undefined)) continue;
    const only = parts.length === 1 ? parts[0]?.[name] : undefined;
    mean[name] = only ?? weighted(parts, name, start, end);
  }
  return mean;
}

function weighted(parts: readonly PricePoint[], name: ComponentName, start: Instant, end: Instant): number {
  const sum = parts.reduce(
    (sum, part) => sum + (part[name] as number) * (Math.min(part.end, end) - Math.max(part.start, start)),
    0,
  );
  return sum / (end - start);
}
