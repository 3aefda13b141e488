/** Pieces of work in one turn of the event loop. One that plans a device and publishes the plan takes 2 to 4 ms. */
const WORK_PER_TURN = 8;

const waiting: (() => void)[] = [];
let free = WORK_PER_TURN;

/**
 * Does some work at once, or in a later turn of the event loop if this one is full; all nodes share the turns. 100 devices receive new
 * prices at the same time, and the broker delivers many commands together: other nodes go on between them.
 */
export function inTurn(work: () => void): void {
  if (free === WORK_PER_TURN) setImmediate(renew);
  if (free === 0) waiting.push(work);
  else {
    free--;
    work();
  }
}

function renew(): void {
  const next = waiting.splice(0, WORK_PER_TURN);
  free = WORK_PER_TURN - next.length;
  if (next.length > 0) setImmediate(renew);
  // An error of one piece does not lose the others.
  for (const work of next) queueMicrotask(work);
}
