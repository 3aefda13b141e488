import type { NodeAPI } from 'node-red';
import type { Answering, Asked } from '../access/http.ts';
import { readerOf } from '../access/reader.ts';
import { warnOf } from '../adapter/logger.ts';
import { onOverview } from '../adapter/overview.ts';
import { presentClock } from '../adapter/site.ts';
import { createStreamPlaces } from './stream-places.ts';

/** Seconds between two signs of life: a page that has heard none for three times as long knows that it is cut off. */
const BEAT = 15;
/** Milliseconds: many nodes change at once, where an interval begins. */
const TOGETHER = 50;
/** Bytes that a page has not taken: it is asleep. */
const MOST_WAITING = 1_000_000;

/** What a page is to show; `undefined` where it is off by now. */
type View = () => Promise<object | undefined>;

/**
 * The pages that are open. Each is told by server-sent events what there is to see: `house` where it has changed, and the time
 * alone, `alive`, every few seconds.
 */
export function createStreams(RED: NodeAPI): (asked: Asked, answer: Answering, view: View) => void {
  const open = new Set<() => void>();
  const places = createStreamPlaces();
  let leave = () => {};
  function follow(): void {
    let waiting: NodeJS.Timeout | undefined;
    const tellAll = () => {
      waiting = undefined;
      for (const tell of open) tell();
    };
    const soon = () => {
      waiting ??= setTimeout(tellAll, TOGETHER);
    };
    const beat = setInterval(soon, BEAT * 1000);
    const events = [onOverview(RED, soon), onDeployed(RED, soon)];
    leave = () => {
      clearTimeout(waiting);
      clearInterval(beat);
      for (const end of events) end();
    };
  }
  return (asked, answer, view) => {
    const giveBack = places.take(readerOf(RED, asked));
    // 429: this address or user has too many streams; 503: all readers together have.
    if (typeof giveBack === 'string') return void answer.status(giveBack === 'all' ? 503 : 429).end();
    const tell = createTeller(RED, answer, view);
    if (open.size === 0) follow();
    open.add(tell);
    asked.on('close', () => {
      open.delete(tell);
      giveBack();
      if (open.size === 0) leave();
    });
    answer.type('text/event-stream');
    // A proxy that collects what it passes on would keep it back.
    answer.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    answer.write('retry: 2000\n\n');
    tell();
  };
}

function createTeller(RED: NodeAPI, answer: Answering, view: View): () => Promise<void> {
  let known = '';
  return async () => {
    if (answer.writableLength > MOST_WAITING) return void answer.destroy();
    const told = await toldOf(RED, view);
    // The page may be closed by now.
    if (answer.destroyed || answer.writableEnded) return;
    if (told === undefined) return void answer.end();
    const { now, house } = told;
    const text = JSON.stringify(house);
    if (text === known) answer.write(`event: alive\ndata: ${JSON.stringify({ now })}\n\n`);
    else answer.write(`event: house\ndata: {"now":"${now}","house":${text}}\n\n`);
    known = text;
  };
}

/** What a page is to show at the house's present time; `undefined` where it is off by now. */
export async function toldOf(RED: NodeAPI, view: View): Promise<{ now: string; house: object } | undefined> {
  const house = await view().catch((error: unknown) => {
    warnOf(RED)(String(error));
    return undefined;
  });
  const { utcTime } = await import('../../src/core/time.ts');
  return house && { now: utcTime((await presentClock(RED)).now()), house };
}

function onDeployed(RED: NodeAPI, hear: () => void): () => void {
  RED.events.on('flows:started', hear);
  return () => RED.events.off('flows:started', hear);
}
