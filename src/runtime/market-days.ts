import { addDays, isWeekend, localDate, localDay, type Span } from '../core/time.ts';
import type { ForecastDay } from '../forecast/types.ts';
import type { Holidays } from '../pricing/calendar/holidays.ts';

/** Days that prices are expected for, at the most. */
const DAYS_AHEAD = 8;

/** The local days from the one in which `span` begins to `DAYS_AHEAD` days after the one in which it ends. */
export function marketDays({ start, end }: Span, timeZone: string, holidays: Holidays): ForecastDay[] {
  const last = addDays(localDate(end - 1, timeZone), DAYS_AHEAD);
  const days: ForecastDay[] = [];
  for (let date = localDate(start, timeZone); date <= last; date = addDays(date, 1))
    days.push({ ...localDay(date, timeZone), kind: holidays.has(date) || isWeekend(date) ? 'other' : 'working' });
  return days;
}
