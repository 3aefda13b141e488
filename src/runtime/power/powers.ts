import type { Instant } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import type { PowerKind } from '../../messages/power/power.ts';
import { type KnownPowers, type PowerSpan, toWatt } from '../../messages/power/quarters.ts';

/** What nodes of power tell, and beside it what devices and batteries take by their plans. */
type SitePowerKind = PowerKind | 'devices' | 'batteries';

/** A source of power as its site asks it. */
export interface SitePower {
  readonly kind: SitePowerKind;
  /** The mean kW of so many quarter hours from the one of `now` on; `undefined` where nothing is known. */
  expected(now: Instant, count: number): KnownPowers | undefined;
  /** kW as they are measured now; left out where nobody measures. */
  measured?(now: Instant): number | undefined;
}

/** The sources of power of a site: what they produce adds up, and so does what they consume. */
export interface Powers {
  /** Takes or renews the source of a node, or of none any more. */
  set(nodeId: string, source: SitePower | undefined): void;
  /** @param except leaves that node out. */
  expected(kind: SitePowerKind, now: Instant, count: number, except?: string): KnownPowers | undefined;
  /** The kW that those of a kind measure now, in the sum; `undefined` where one does not. */
  measured(kind: SitePowerKind, now: Instant): number | undefined;
  /** Calls `changed` whenever one of a kind has something else to say; what is returned ends it. */
  onChange(changed: (kind: SitePowerKind) => void): () => void;
}

export function createPowers(): Powers {
  const sources = new Map<string, SitePower>();
  const listeners = new Set<(kind: SitePowerKind) => void>();
  return {
    set(nodeId, source) {
      const { kind } = source ?? sources.get(nodeId) ?? {};
      if (source) sources.set(nodeId, source);
      else sources.delete(nodeId);
      if (kind) for (const changed of listeners) changed(kind);
    },
    expected(kind, now, count, except) {
      const others = [...sources].flatMap(([nodeId, source]) => (nodeId === except ? [] : [source]));
      const ofKind = others.filter((source) => source.kind === kind);
      const told = ofKind.flatMap((source) => [source.expected(now, count) ?? []].filter(({ length }) => length > 0));
      return told[0]?.map((_, i) => {
        let sum: number | undefined;
        for (const kw of told) sum = kw[i] === undefined ? sum : (sum ?? 0) + kw[i];
        return sum === undefined ? undefined : toWatt(sum);
      });
    },
    measured(kind, now) {
      const told = [...sources.values()].filter((source) => source.kind === kind).map((one) => one.measured?.(now));
      return told.length > 0 && told.every((kw) => kw !== undefined)
        ? told.reduce((sum, kw) => sum + kw, 0)
        : undefined;
    },
    onChange(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

/** The mean kW of so many quarter hours of what is taken for stretches of time. */
export function meanPowers(taken: readonly PowerSpan[], now: Instant, count: number): number[] {
  const from = quarterOf(now);
  const amounts = Array<number>(count).fill(0);
  for (const { start, end, kw } of taken) {
    const last = Math.min(count, Math.ceil((end - from) / QUARTER_HOUR));
    for (let i = Math.max(0, Math.floor((start - from) / QUARTER_HOUR)); i < last; i++) {
      const begin = from + i * QUARTER_HOUR;
      amounts[i] = (amounts[i] as number) + kw * (Math.min(begin + QUARTER_HOUR, end) - Math.max(begin, start));
    }
  }
  return amounts.map((amount) => amount / QUARTER_HOUR);
}
