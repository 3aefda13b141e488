import { describe, expect, it } from 'vitest';
import type { DimmingPatch } from '../../../src/messages/grid/dimming.ts';
import { dimmedBy, openGridLimit } from '../../../src/runtime/power/dimming.ts';
import { openStore } from '../../../src/runtime/store.ts';
import { at, shown } from '../../support/device/one-device.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { memoryStore } from '../../support/memory-store.ts';

const NOW = at('2026-01-15 17:00');
const nothing: ReturnType<typeof dimmedBy> = { dimming: null, importUntil: null };

describe('an order of the grid operator', () => {
  it.each<[string, readonly DimmingPatch[], string | null]>([
    // Promise P-142 use/dimming: without an end it lasts two hours from the last request
    ['ends after two hours where nobody says when', [{ importKw: 4.2 }], '4.2 until 2026-01-15 19:00'],
    ['ends so many minutes later', [{ importKw: 4.2, importUntil: 30 }], '4.2 until 2026-01-15 17:30'],
    ['ends then', [{ importKw: 0, importUntil: '2026-01-15T20:00:00+01:00' }], '0 until 2026-01-15 20:00'],
    // Promise P-143 use/dimming: its end may arrive before the limit
    ['may be told its end first', [{ importUntil: 45 }, { importKw: 4.2 }], '4.2 until 2026-01-15 17:45'],
    ['may be told its end later', [{ importKw: 4.2 }, { importUntil: 45 }], '4.2 until 2026-01-15 17:45'],
    // Promise P-145 use/dimming: `null` ends it
    ['is over where it is taken back', [{ importKw: 4.2 }, { importKw: null }], null],
    // Promise P-144 use/dimming: its end may arrive after the limit, and ends with it
    [
      'takes its end along',
      [{ importKw: 4.2, importUntil: 45 }, { importKw: null }, { importKw: 3 }],
      '3 until 2026-01-15 19:00',
    ],
    ['is replaced by the next', [{ importKw: 4.2, importUntil: 45 }, { importKw: 6 }], '6 until 2026-01-15 17:45'],
  ])('%s', (_, patches, expected) => {
    const { dimming: told } = patches.reduce((state, patch) => dimmedBy(state, patch, NOW), nothing);
    expect(told && `${told.kw} until ${shown(told.until)}`).toBe(expected);
  });
});

describe('the limit that an operator sets', () => {
  // Promise P-150 use/dimming: what is wrong is refused by name; the one before stays
  // Promise P-777 operate/failures: no end of the limit arrives
  it('is heard of at once, and at its end', async () => {
    const clock = manualClock(NOW);
    const grid = await openGridLimit(clock, openStore(), () => undefined);
    const heard: string[] = [];
    const stop = grid.onChange(() => heard.push(`${shown(clock.now()).slice(11)} ${grid.dimming()?.kw ?? 'free'}`));
    grid.told({ importKw: 4.2 });
    expect(grid.follow('import_kw', '3')).toBeUndefined();
    expect(grid.follow('import_kw', 'little')).toEqual({
      ...{ key: 'import_kw', value: 'little', allowed: 'a number from 0 to 1000000' },
    });
    expect(grid.follow('import_until', '2020-01-01T00:00:00Z')?.allowed).toContain('has passed');
    await clock.advanceTo(at('2026-01-15 20:00'));
    stop();
    grid.told({ importKw: 1 });
    expect(heard).toEqual(['17:00 4.2', '17:00 3', '19:00 free']);
  });

  it.each([
    // Promise P-147 use/dimming: it goes on over a restart until its end
    // Promise P-778 operate/failures: Node-RED restarts during a limit
    ['goes on after a restart', '18:30', 4.2],
    ['is over where its end has passed meanwhile', '19:30', undefined],
  ])('%s', async (_, time, kw) => {
    const clock = manualClock(NOW);
    const texts = new Map<string, string>();
    const context = memoryStore(texts);
    const first = await openGridLimit(clock, openStore({ context }), () => undefined);
    first.told({ importKw: 4.2 });
    await first.close({ removed: false });
    await clock.advanceTo(at(`2026-01-15 ${time}`));
    const second = await openGridLimit(clock, openStore({ context }), () => undefined);
    expect(second.dimming()?.kw).toBe(kw);
    await second.close({ removed: true });
    expect(texts.size).toBe(0);
  });

  /** Seconds. */
  const HOUR = 3600;
  const DAY = 24 * HOUR;
  const YEAR = 365 * DAY;

  // Promise P-149 use/dimming: a set clock does not change how long it lasts; one with a time ends then, if that
  //   comes sooner
  // Promise P-779 operate/failures: the clock is set during a limit
  it.each<[string, number, DimmingPatch, string]>([
    ['ahead by an hour', HOUR, { importKw: 4.2 }, 'after 120 min'],
    ['ahead by years', 5 * YEAR, { importKw: 4.2, importUntil: 90 }, 'after 90 min'],
    ['back by half a minute', -30, { importKw: 4.2 }, 'after 121 min'],
    ['back by a day', -DAY, { importKw: 4.2 }, 'after 120 min'],
    ['back by years', -50 * YEAR, { importKw: 4.2, importUntil: '2026-01-15T18:00:00Z' }, 'after 120 min'],
    ['ahead by an hour', HOUR, { importKw: 4.2, importUntil: '2026-01-15T18:00:00Z' }, 'after 60 min'],
  ])('on a clock that is set %s (%d s) half an hour later, told %j, ends %s', async (_, step, patch, expected) => {
    const clock = manualClock(NOW);
    const context = memoryStore(new Map());
    const grid = await openGridLimit(clock, openStore({ context }), () => undefined);
    grid.told(patch);
    await clock.advanceBy(30 * 60);
    await clock.setTo(clock.now() + step);
    const ends = async () => {
      for (let minutes = 30; ; minutes++, await clock.advanceBy(60))
        if (!grid.dimming() || minutes > 600) return `after ${minutes} min`;
    };
    expect(await ends()).toBe(expected);
    expect(clock.alarms()).toEqual([]);
  });

  it('is heard of anew where its end is another on a clock that was set, and not before', async () => {
    const clock = manualClock(NOW);
    const grid = await openGridLimit(clock, openStore(), () => undefined);
    grid.told({ importKw: 4.2 });
    const heard: string[] = [];
    grid.onChange(() => heard.push(`${shown(clock.now()).slice(11)} ${shown(grid.dimming()?.until ?? 0).slice(11)}`));
    await clock.setTo(at('2026-01-15 16:00'));
    await clock.advanceTo(at('2026-01-15 17:59'));
    expect(heard).toEqual(['16:00 18:00']);
  });

  it.each([
    ['years ahead', at('2031-01-15 17:00'), '2026-01-15 17:05', '2026-01-15 19:05'],
    ['an hour ahead', NOW, '2026-01-15 16:10', '2026-01-15 18:10'],
    ['as it was', NOW, '2026-01-15 17:10', '2026-01-15 19:00'],
  ])(
    'told on a clock that was %s is over after its whole length at most once that is right, after a restart',
    async (_, told, now, until) => {
      const context = memoryStore(new Map());
      const first = await openGridLimit(manualClock(told), openStore({ context }), () => undefined);
      first.told({ importKw: 4.2 });
      await first.close({ removed: false });
      const second = await openGridLimit(manualClock(at(now)), openStore({ context }), () => undefined);
      expect(shown(second.dimming()?.until ?? 0)).toBe(until);
    },
  );

  it('that cannot be remembered is told, and holds all the same', async () => {
    const errors: string[] = [];
    const broken = {
      name: 'disk',
      read: async () => '{"schema":1',
      write: async () => Promise.reject(new Error('full')),
      remove: async () => undefined,
    };
    const grid = await openGridLimit(manualClock(NOW), openStore({ context: broken }), ({ message }) =>
      errors.push(message),
    );
    grid.told({ importKw: 4.2 });
    await grid.close({ removed: false });
    expect(grid.dimming()?.kw).toBe(4.2);
    expect(errors).toEqual([expect.stringContaining('disk cannot be read'), 'not kept for a restart: full (disk)']);
  });
});
