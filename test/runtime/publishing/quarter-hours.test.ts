import { expect, it } from 'vitest';
import { everyQuarterHour } from '../../../src/runtime/publishing/quarter-hours.ts';
import { manualClock } from '../../support/manual-clock.ts';

const at = (time: string) => Date.parse(`2026-04-15T${time}:00Z`) / 1000;

it('rings a second after each quarter hour, and says once when a local day begins', async () => {
  const clock = manualClock(at('21:37'));
  const rung: string[] = [];
  const stop = everyQuarterHour(
    clock,
    () => 'Europe/Berlin',
    (newDay) => rung.push(`${new Date(clock.now() * 1000).toISOString().slice(11, 19)}${newDay ? ' new day' : ''}`),
  );
  await clock.advanceTo(at('22:20'));
  stop();
  expect(rung).toEqual(['21:45:01', '22:00:01 new day', '22:15:01']);
  expect(clock.alarms()).toEqual([]);
});

it('has missed no midnight after a night asleep', async () => {
  const clock = manualClock(at('20:00'));
  const days: boolean[] = [];
  const stop = everyQuarterHour(
    clock,
    () => 'Europe/Berlin',
    (newDay) => days.push(newDay),
  );
  await clock.jumpTo(at('23:50'));
  stop();
  expect(days).toEqual([true]);
});
