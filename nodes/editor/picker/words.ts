import { language, wordsOf } from '../common/words.ts';

export const pickerWord = wordsOf('tariff-select', 'picker');

/** `20250401` as a date of the user's language. */
export function dayText(day: string): string {
  const date = new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);
  return Number.isNaN(date.getTime())
    ? day
    : date.toLocaleDateString(language(), { dateStyle: 'long', timeZone: 'UTC' });
}

/** The name of the company field; Great Britain has regions instead of operators to choose from. */
export const companyLabel = (sector: string, country: string): string =>
  pickerWord(sector === 'grid' && country === 'GB' ? 'region' : `company.${sector}`);

/** The countries whose rows want a word on what tells them apart, by sector. */
const hinted: Readonly<Record<string, readonly string[]>> = {
  consumption: ['BE', 'DK', 'FR', 'GB', 'IT', 'NO', 'SE'],
  feedin: [],
  grid: ['BE', 'CH', 'DE', 'GB', 'NL', 'SE'],
};

/** A hint at the differences between the tariffs of a country; empty where their names tell them. */
export const hintFor = (sector: string, country: string): string =>
  hinted[sector]?.includes(country) ? pickerWord(`hint.${sector}.${country}`) : '';
