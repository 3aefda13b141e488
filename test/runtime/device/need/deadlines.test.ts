import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type Instant } from '../../../../src/core/time.ts';
import type { DemandPatch } from '../../../../src/messages/demand/demand.ts';
import { lawCases } from '../../../support/cases.ts';
import { at, days, HOUR, type House, setUp, shown } from '../../../support/device/one-device.ts';

const DAY = 24 * HOUR;
/** 40 kWh at 11 kW. */
const NEED = { energyKwh: 40, powerKw: 11 };
const MINUTES = 219;

/** Sixteen days from a Saturday on, the Sunday of a clock change in their middle. */
const fortnights = ['2026-03-21', '2026-10-17'].map((first) => Array.from({ length: 16 }, (_, i) => addDays(first, i)));

type Cheap = Readonly<Record<number, number>>;

/** A device that is told `demand` on the first day and again at each of `again`, with tomorrow's prices at 13:00 every day. */
async function lived(dates: readonly string[], demand: DemandPatch, cheap: Cheap, again: readonly number[]) {
  const begin = at(`${dates[0]} 00:00`);
  const all = days(dates, cheap);
  const until = (date: string) => {
    const end = at(`${date} 00:00`);
    return { ...all, spans: all.spans.filter(({ start }) => start < end) };
  };
  const house = setUp({ now: shown(begin), settings: {}, prices: until(dates[1] as string) });
  const tell = () => house.ask(demand);
  tell();
  const events = [
    ...dates
      .slice(0, -1)
      .map((date) => ({ at: at(`${date} 13:00`), happens: () => house.price(until(addDays(date, 2))) })),
    ...again.map((minutes) => ({ at: begin + minutes * 60, happens: tell })),
  ].sort((a, b) => a.at - b.at);
  for (const event of events) {
    await house.clock.advanceTo(event.at);
    event.happens();
  }
  await house.clock.advanceTo(begin + 15 * DAY);
  expect(house.errors).toEqual([]);
  return house;
}

/** Minutes that the relay was on between two instants. */
const minutesOn = ({ relay, clock }: House, from: Instant, until: Instant) =>
  relay.reduce((sum, { at, on }, i) => {
    const end = relay[i + 1]?.at ?? clock.now();
    return on ? sum + Math.max(0, Math.min(end, until) - Math.max(at, from)) / 60 : sum;
  }, 0);

/** The times by weekday, Sunday first. */
const weeks: readonly (readonly [readyBy: string, week: readonly (readonly string[])[]])[] = [
  ['Fri 07:00', [[], [], [], [], [], ['07:00'], []]],
  ['Sun 02:30', [['02:30'], [], [], [], [], [], []]],
  ['Mon 00:00, Thu 18:00', [[], ['00:00'], [], [], ['18:00'], [], []]],
  ['07:00, 17:00', Array.from({ length: 7 }, () => ['07:00', '17:00'])],
  [
    'Mon-Fri 06:30 17:00, Sat-Sun 09:00',
    [['09:00'], ...Array.from({ length: 5 }, () => ['06:30', '17:00']), ['09:00']],
  ],
];

describe.each(weeks)('a need by %s', (readyBy, week) => {
  it('is met once for each deadline, also when clocks change, and told again changes nothing', async () => {
    const law = fc.asyncProperty(
      fc.constantFrom(...fortnights),
      fc.constantFrom('contiguous' as const, 'split' as const),
      fc.dictionary(fc.nat(23).map(String), fc.integer({ min: -2, max: 9 })),
      fc.array(fc.nat(15 * 1440), { maxLength: 30 }),
      async (dates, shape, cheap, again) => {
        const demand = { ...NEED, shape, readyBy };
        const once = await lived(dates, demand, cheap, []);
        const deadlines = dates
          .flatMap((date) => (week[new Date(date).getUTCDay()] ?? []).map((time) => at(`${date} ${time}`)))
          .filter((deadline) => deadline <= once.clock.now());
        expect(deadlines.length).toBeGreaterThan(1);
        for (const [i, deadline] of deadlines.slice(1).entries())
          expect([shown(deadline), minutesOn(once, deadlines[i] as Instant, deadline)]).toEqual([
            shown(deadline),
            MINUTES,
          ]);
        const often = await lived(dates, demand, cheap, again);
        expect(often.said).toEqual(once.said);
      },
    );
    await fc.assert(law, lawCases(3, 30));
  });
});
