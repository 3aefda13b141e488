/** Pieces of work in one turn of the event loop, and its milliseconds: whatever comes first ends it. */
const WORK_PER_TURN = 8;
const TURN_MS = 10;

/**
 * Does some work at once, or in a later turn of the event loop if this one is full; all nodes share the turns. 100 devices receive new
 * prices at the same time, and the broker delivers many commands together: other nodes go on between them.
 */
export const inTurn = createTurns();

/** @param ms milliseconds that only go forwards */
export function createTurns(ms = () => performance.now()): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let free = WORK_PER_TURN;
  let end = 0;

  const isFull = () => free === 0 || (free < WORK_PER_TURN && ms() >= end);

  function begin(): void {
    free = WORK_PER_TURN;
    end = ms() + TURN_MS;
    setImmediate(renew);
  }

  function renew(): void {
    free = WORK_PER_TURN;
    if (waiting.length === 0) return;
    begin();
    next();
  }

  /** Each piece is done with all of its promises before the next one, and an error of one does not lose the others. */
  function next(): void {
    if (waiting.length === 0 || isFull()) return;
    free--;
    queueMicrotask(() => process.nextTick(next));
    waiting.shift()?.();
  }

  return (work) => {
    if (free === WORK_PER_TURN) begin();
    if (waiting.length > 0 || isFull()) waiting.push(work);
    else {
      free--;
      work();
    }
  };
}
