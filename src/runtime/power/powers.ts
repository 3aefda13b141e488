import type { Instant } from '../../core/time.ts';
import type { PowerKind } from '../../messages/power/power.ts';
import { type KnownPowers, toWatt } from '../../messages/power/quarters.ts';

/** What nodes of power tell, and beside it what devices take by their plans. */
type SitePowerKind = PowerKind | 'devices';

/** A source of power as its site asks it. */
export interface SitePower {
  readonly kind: SitePowerKind;
  /** The mean kW of so many quarter hours from the one of `now` on; `undefined` where nothing is known. */
  expected(now: Instant, count: number): KnownPowers | undefined;
}

/** The sources of power of a site: what they produce adds up, and so does what they consume. */
export interface Powers {
  /** Takes or renews the source of a node, or of none any more. */
  set(nodeId: string, source: SitePower | undefined): void;
  expected(kind: SitePowerKind, now: Instant, count: number): KnownPowers | undefined;
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
    expected(kind, now, count) {
      const ofKind = [...sources.values()].filter((source) => source.kind === kind);
      const told = ofKind.flatMap((source) => [source.expected(now, count) ?? []].filter(({ length }) => length > 0));
      return told[0]?.map((_, i) => {
        const known = told.flatMap((kw) => kw[i] ?? []);
        return known.length > 0 ? toWatt(known.reduce((sum, kw) => sum + kw)) : undefined;
      });
    },
    onChange(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
