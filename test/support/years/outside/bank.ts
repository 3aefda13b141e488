import { addDays, type LocalDate, localDate } from '../../../../src/core/time.ts';

const HOUR = 3600;
/** About when a working day's rate is published, Central European time. */
const HOUR_OF_DAY = 16;
const ZONE = 'Europe/Berlin';
/** Days of the long list, and those that a rate holds where the bank is silent. */
const LONG = 90;
const HOLDS = 30;

const isWorkingDay = (day: LocalDate) => ![0, 6].includes(new Date(`${day}T12:00Z`).getUTCDay());

/** Danish crowns per euro, on no two days the same for years. */
const rateOf = (day: LocalDate) => 7 + (((Date.parse(day) / 86_400_000) * 7919) % 9973) / 10_000;

/** The central bank, which publishes a reference rate each working day; it knows which of them it has told anybody. */
export function centralBank(now: () => number) {
  const told = new Set<LocalDate>();
  return {
    /** What the bank answers at a path of its own: the rates of the last ninety days, or the last one. */
    answer(pathname: string): string {
      const newest = localDate(now() - HOUR_OF_DAY * HOUR, ZONE);
      const all = Array.from({ length: LONG }, (_, i) => addDays(newest, -i)).filter(isWorkingDay);
      const days = pathname.includes('daily') ? all.slice(0, 1) : all;
      for (const day of told) if (day < addDays(newest, -LONG)) told.delete(day);
      for (const day of days) told.add(day);
      const cubes = days.map((day) => `<Cube time="${day}"><Cube currency="DKK" rate="${rateOf(day)}"/></Cube>`);
      return `<gesmes:Envelope xmlns:gesmes="urn:x"><Cube>${cubes.join('')}</Cube></gesmes:Envelope>`;
    },
    /** The rates that a delivery day may have been reckoned with: of days before it, as long as they hold. */
    ratesOf(day: LocalDate): readonly number[] {
      const oldest = addDays(day, -HOLDS);
      return [...told].filter((each) => oldest <= each && each < day).map(rateOf);
    },
  };
}
