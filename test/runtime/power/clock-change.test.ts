import { expect, it } from 'vitest';
import { addDays, localDay } from '../../../src/core/time.ts';
import { measured, nothingMeasured } from '../../../src/runtime/power/learnt.ts';
import { createPowerOutlook } from '../../../src/runtime/power/power-source.ts';
import { changeNights, clockHour } from '../../support/feeds/change-nights.ts';

const QUARTER = 900;

it.each(changeNights)(
  'a load that is learnt is expected by the clock on $date in $timeZone, a day of $hours hours',
  ({ timeZone, date, hours }) => {
    const { start, end } = localDay(date, timeZone);
    let power = nothingMeasured;
    const kwAt = (instant: number) => clockHour(instant, timeZone) / 10;
    for (let at = localDay(addDays(date, -8), timeZone).start; at <= start; at += QUARTER)
      power = measured(power, kwAt(at), at, timeZone);
    const expected = createPowerOutlook(timeZone)({ forecast: null, measured: power }, start, (end - start) / QUARTER);
    // The first hour leans on what is measured now.
    const rest = Array.from({ length: (hours - 1) * 4 }, (_, i) => start + 3600 + i * QUARTER);
    expect(expected?.slice(4)).toEqual(rest.map(kwAt));
  },
);
