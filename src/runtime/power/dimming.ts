import { z } from 'zod';
import type { Instant } from '../../core/time.ts';
import { type CommandRefusal, readTogether } from '../../messages/command-reader.ts';
import { type DimmingPatch, readDimmingCommand } from '../../messages/grid/dimming.ts';
import { endTold, isOver } from '../../messages/iso.ts';
import { parse } from '../../messages/parse.ts';
import { behind, type Clock, endMoved, stepsOf } from '../clock.ts';
import { type Heartbeat, noHeartbeat } from '../heartbeat.ts';
import { openMemory, type ValueStore } from '../store.ts';

/** An order of the grid operator: nothing of ours takes more than that, until it ends by itself. */
export interface Dimming {
  readonly kw: number;
  readonly until: Instant;
}

/** What the site was told of it. */
interface DimmingState {
  readonly dimming: Dimming | null;
  /** The end as messages gave it; it goes with its order. */
  readonly importUntil: string | number | null;
  /** The time at which it was told last. */
  readonly at?: Instant | undefined;
  /** The end by the clock before a restart at which the clock was behind: once the clock is right the limit ends then at the latest. */
  readonly latest?: Instant | undefined;
}

/** What the grid lets a site take for a time. */
export interface GridLimit {
  /** The order in force. */
  dimming(): Dimming | undefined;
  told(patch: DimmingPatch): void;
  /** Follows an MQTT command, or says why not. */
  follow(key: string, payload: string): CommandRefusal | undefined;
  /** Calls `changed` at each change, and at its end; what is returned ends that. */
  onChange(changed: () => void): () => void;
  close(options: { readonly removed: boolean }): Promise<void>;
}

/** Seconds, two hours: the longest that an operator dims for, where nobody says how long. */
const LASTS = 7200;

const nothingTold: DimmingState = { dimming: null, importUntil: null };

const dimmingMemory = z.object({
  schema: z.literal(1),
  dimming: z.object({ kw: z.number(), until: z.number() }).nullable(),
  importUntil: z.union([z.string(), z.number()]).nullable(),
  at: z.number().optional(),
  latest: z.number().optional(),
  resumedFrom: z.number().exactOptional(),
});

/** The state after an order. */
export function dimmedBy(state: DimmingState, patch: DimmingPatch, now: Instant): DimmingState {
  const { importKw = state.dimming?.kw ?? null, importUntil = state.importUntil } = patch;
  if (patch.importKw === null) return nothingTold;
  if (importKw === null) return { dimming: null, importUntil };
  return { dimming: { kw: importKw, until: endTold(importUntil, now) ?? now + LASTS }, importUntil, at: now };
}

/** The state where its clock was set by `step` seconds: an order is as long as it was, and shorter where the end that was told comes sooner. */
function dimmingMoved(state: DimmingState, step: number): DimmingState {
  const { dimming, importUntil, at, latest } = state;
  if (!dimming) return state;
  const until = endMoved(dimming.until, importUntil, step, latest);
  return { ...state, dimming: { ...dimming, until }, at: at === undefined ? at : at + step };
}

/** The state after a restart at `now`: where the clock is behind, the time that remained at the last heartbeat remains. */
function remembered(
  { schema: _, resumedFrom, ...state }: z.infer<typeof dimmingMemory>,
  now: Instant,
  { lastSeen }: Heartbeat,
): DimmingState {
  const at = lastSeen({ at: state.at ?? now, ...(resumedFrom !== undefined && { resumedFrom }) });
  const step = behind(at, now);
  if (step === 0) return state;
  return dimmingMoved({ ...state, at, latest: state.latest ?? state.dimming?.until }, step);
}

/** @param onError hears of a memory that cannot be read or written: it is done without. */
export async function openGridLimit(
  clock: Clock,
  store: ValueStore,
  onError: (error: Error) => void,
  heartbeat = noHeartbeat(clock),
): Promise<GridLimit> {
  const steps = stepsOf(clock);
  const { kept, ...memory } = await openMemory(store, (kept) => parse(dimmingMemory, kept), onError);
  const listeners = new Set<() => void>();
  let state: DimmingState = kept ? remembered(kept, clock.now(), heartbeat) : nothingTold;
  let said = JSON.stringify(state.dimming);
  let cancel = () => {};

  /** As it is by the clock, which may have been set. */
  function present(): DimmingState {
    const step = steps();
    if (step !== 0) keep(dimmingMoved(state, step));
    return state;
  }

  const dimming = () => {
    const { dimming } = present();
    return dimming && !isOver(dimming, clock.now()) ? dimming : undefined;
  };

  function keep(next: DimmingState): void {
    state = next;
    memory.keep({ schema: 1, ...state, ...heartbeat.stamp() });
  }

  function arm(): void {
    cancel();
    const { until } = state.dimming ?? {};
    if (until === undefined) return;
    cancel = clock.alarm(Math.max(until, clock.now()), () => adopt(dimming() ? state : nothingTold));
  }

  function adopt(next: DimmingState): void {
    keep(next);
    arm();
    const text = JSON.stringify(next.dimming);
    const isNews = text !== said;
    said = text;
    if (isNews) for (const changed of [...listeners]) changed();
  }

  const told = (patch: DimmingPatch) => adopt(dimmedBy(present(), patch, clock.now()));

  if (state.dimming) keep(state);
  arm();
  return {
    dimming,
    told,
    follow(key, payload) {
      const command = readTogether({ [key]: payload }, readDimmingCommand, clock.now());
      if ('refusal' in command) return command.refusal;
      told(command.patch);
      return undefined;
    },
    onChange(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    async close({ removed }) {
      cancel();
      await memory.close({ removed });
    },
  };
}
