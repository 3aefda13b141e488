import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';

/** Seconds between two looks: folders on other computers tell nobody of changes. */
const EVERY = 60;

/** Calls `onChange` when a file of prices in a folder of one's own is written; what is returned ends it. */
export function watchOwnPrices(own: string, clock: Clock, onChange: () => void): () => void {
  const dir = join(own, 'prices');
  let stamp = stampOf(dir);
  let cancel = wait();
  function wait(): () => void {
    return clock.alarm(clock.now() + EVERY, () => {
      const present = stampOf(dir);
      const isNew = present !== stamp;
      stamp = present;
      cancel = wait();
      if (isNew) onChange();
    });
  }
  return () => cancel();
}

function stampOf(dir: string): string {
  try {
    return readdirSync(dir)
      .map((name) => [name, statSync(join(dir, name)).mtimeMs].join(' '))
      .join('\n');
  } catch {
    // A folder that is not there yet, or a file that is just being replaced.
    return '';
  }
}
