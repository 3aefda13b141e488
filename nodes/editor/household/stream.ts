import type { PageHouse, Told } from './told.ts';

/** Milliseconds until a stream that was refused is asked for again. */
const AGAIN = 5000;
/** Milliseconds without a word after which a page that is looked at again does not wait for the stream it has. */
const SILENT = 20_000;

/**
 * Hears what the house says, for as long as the page is open.
 * @param first what the page was told with itself, so that nobody waits for the stream
 */
export function followHouse(hear: (told: Told) => void, first: Omit<Told, 'heard'> | null): void {
  let stream: EventSource | undefined;
  let house: PageHouse | undefined;
  let heard = 0;
  const take = (now: string) => {
    heard = Date.now();
    if (house) hear({ house, now, heard });
  };
  const learn = (told: Omit<Told, 'heard'>) => {
    house = told.house;
    take(told.now);
  };
  function open(): void {
    stream?.close();
    const mine = new EventSource(`events${location.search}`);
    stream = mine;
    mine.addEventListener('house', ({ data }) => learn(JSON.parse(data)));
    mine.addEventListener('alive', ({ data }) => take(JSON.parse(data).now));
    // The browser tries again by itself where the stream has broken off, and gives up where it was refused.
    mine.addEventListener('error', () => {
      if (mine.readyState === EventSource.CLOSED) setTimeout(() => mine === stream && open(), AGAIN);
    });
  }
  const wake = () => {
    if (!document.hidden && Date.now() - heard > SILENT) open();
  };
  document.addEventListener('visibilitychange', wake);
  window.addEventListener('pageshow', wake);
  window.addEventListener('online', wake);
  if (first) learn(first);
  open();
}
