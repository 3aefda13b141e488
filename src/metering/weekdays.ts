const languages = 'en de fr es it pt nl da nb sv fi et lv lt pl cs sl hu el'.split(' ');
const SUNDAY = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

let names: ReadonlySet<string> | undefined;

/** Whether `text` is the name of a weekday in a language of the markets, in full or short, with or without a point. */
export function isWeekday(text: string): boolean {
  names ??= new Set(
    languages.flatMap((language) => (['long', 'short'] as const).flatMap((weekday) => week(language, weekday))),
  );
  return names.has(plain(text));
}

function week(language: string, weekday: 'long' | 'short'): string[] {
  const { format } = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
  return [...Array(7).keys()].map((day) => plain(format(SUNDAY + day * DAY_MS)));
}

const plain = (text: string) => text.toLowerCase().replace(/[.,]$/, '');
