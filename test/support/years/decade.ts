import { addDays, type LocalDate, localDate, localDay } from '../../../src/core/time.ts';
import { meteredNames } from './meters.ts';
import { demandOf, deviceNames, needs } from './needs.ts';
import { stormOver } from './storm.ts';
import { worldFrom } from './world.ts';

const HOUR = 3600;
const DAY = 86_400;
const ZONE = 'Europe/Berlin';

export interface Held {
  readonly alarms: number;
  readonly files: number;
  readonly bytes: number;
}

interface Span {
  readonly from: LocalDate;
  readonly days: number;
  readonly seed: number;
  /** Hours at most from one fault to the next. */
  readonly pause?: number;
  /** Nobody is at home for up to so many days between what is lived, but never over a clock change, a leap day or a year's end. */
  readonly away?: number;
  /** Hears at the end of each so many days, in calm weather, what the house holds. */
  readonly every?: number;
  readonly onHeld?: (day: number, held: Held) => void;
  /** Is given what stands for our connection to a broker. */
  readonly onOpen: (world: Pick<ReturnType<typeof worldFrom>, 'open' | 'enter'>) => void;
}

/** A house for so many days through whatever `seed` has in store for it. Throws at the first moment that is wrong. */
export async function liveThroughYears({ from, days, seed, pause = 3, away = 0, every = days, onHeld, onOpen }: Span) {
  const world = worldFrom(from, seed);
  onOpen(world);
  const { chance, clock, market, disk, feeds, oracle, start, right, pass, begin, stop, connect, life } = world;
  const storm = stormOver(world);
  const happenings: Record<string, number> = {};

  const lived = { clockChanges: 0, leapDays: 0 };
  function live(first: LocalDate, last: LocalDate): void {
    for (let date = first; date < last; date = addDays(date, 1)) {
      if (isClockChange(date)) lived.clockChanges++;
      if (date.endsWith('-02-29')) lived.leapDays++;
    }
  }

  const shuffled = (kinds: readonly string[]) =>
    kinds
      .map((kind) => [chance.below(1000), kind] as const)
      .sort(([a], [b]) => a - b)
      .map(([, kind]) => kind);

  async function happen(kind: string): Promise<void> {
    happenings[kind] = (happenings[kind] ?? 0) + 1;
    oracle.happened(kind);
    await storm[kind]?.();
    await world.settle();
    oracle.happened(kind);
  }

  /** Everything is mended, and what the devices were told is taken back. */
  async function calm(): Promise<void> {
    feeds.mend();
    market.catchUp();
    disk.fill(false);
    world.broker.turn('well');
    await world.set(right());
    if (!life()) await begin();
    connect();
    for (const name of meteredNames) world.meters.change(name, { speaks: true });
    for (const name of deviceNames) {
      oracle.need(name, needs[name].minutes);
      life()?.ask(name, { ...demandOf(name), enabled: true, override: 'auto' });
    }
    oracle.happened('calm');
    oracle.calm(true);
    life()?.tellCar({ override: 'auto' });
    life()?.tellBattery({ override: 'auto' });
    for (let days = 3 + chance.below(2); days > 0; days--) await driveForADay();
    oracle.calm(false);
  }

  async function driveForADay(): Promise<void> {
    const away = chance.below(6 * HOUR);
    world.plug(false);
    await pass(away);
    world.plug(true);
    await pass(DAY - away);
  }

  /** The house is left, everything off, to be back before the next day that is a special one. */
  async function leave(): Promise<void> {
    const back = away && backBy(localDate(right(), ZONE), 1 + chance.below(away));
    if (!back) return;
    oracle.happened('an absence');
    await stop();
    await clock.jumpTo(clock.now() + back * DAY);
    oracle.look(undefined);
    await begin();
    oracle.clockSet();
  }

  try {
    world.writeContract();
    await begin();
    let told = 0;
    while (right() < start + days * DAY) {
      const since = localDate(right(), ZONE);
      for (const kind of shuffled(Object.keys(storm))) {
        await happen(kind);
        await pass(chance.below(pause * HOUR));
      }
      await calm();
      live(since, localDate(right(), ZONE));
      await leave();
      const day = Math.floor((right() - start) / DAY);
      if (day < (told + 1) * every) continue;
      told++;
      onHeld?.(day, { alarms: clock.alarms().length, ...disk.used() });
    }
    await stop();
    return { happenings, ...lived, ...oracle.met(), asked: feeds.asked(), alarms: clock.alarms().length };
  } finally {
    world.close();
  }
}

/** Days of an absence of `most`: fewer where a special day comes meanwhile, two days before it. */
function backBy(today: LocalDate, most: number): number {
  const days = Array.from({ length: most + 3 }, (_, i) => addDays(today, i));
  const special = days.findIndex((date) => /-(02-29|12-31)$/.test(date) || isClockChange(date));
  return special < 0 ? most : Math.min(most, Math.max(0, special - 2));
}

function isClockChange(date: LocalDate): boolean {
  const { start, end } = localDay(date, ZONE);
  return end - start !== DAY;
}
