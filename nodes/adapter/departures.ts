import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeAPI } from 'node-red';
import type { Departures } from '../../src/runtime/publishing/departures.ts';
import type { Places } from '../../src/runtime/publishing/topic-owners.ts';
import { warnOf } from './logger.ts';
import { clockOf } from './site.ts';
import { sharedFolder } from './storage.ts';

/** Ends the listeners of nodes that were loaded before in the same process. */
const LOADED_AGAIN = 'dayahead:departures';

/**
 * The topics that sites have left behind. They are published while the flows run, also where no site is left, and by an earlier
 * process of Node-RED where that could not; without any, nothing is loaded.
 */
export function shareDepartures(RED: NodeAPI, places: Places): () => Promise<Departures> {
  const folder = sharedFolder(RED);
  const file = folder && join(folder, 'departures.json');
  const onProblem = warnOf(RED);
  let shared: Promise<Departures> | undefined;
  let isRunning = false;
  async function open(): Promise<Departures> {
    const { createDepartures } = await import('../../src/runtime/publishing/departures.ts');
    const { computerClock } = await import('../../src/runtime/clock.ts');
    const clock = () => clockOf(RED) ?? computerClock;
    const opened = createDepartures({ clock, keeping: { file }, places, onProblem });
    if (isRunning) await opened.start();
    return opened;
  }
  const departures = () => {
    shared ??= open();
    return shared;
  };
  const start = async () => {
    isRunning = true;
    if (!shared && !(file && existsSync(file))) return;
    const opened = await departures();
    if (isRunning) await opened.start();
  };
  const pause = async () => {
    isRunning = false;
    await (await shared)?.pause();
  };
  RED.events.emit(LOADED_AGAIN);
  RED.events.on('flows:started', start);
  RED.events.on('flows:stopping', pause);
  RED.events.once(LOADED_AGAIN, () => {
    RED.events.off('flows:started', start);
    RED.events.off('flows:stopping', pause);
    void pause();
  });
  return departures;
}
