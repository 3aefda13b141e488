import { type Market, markets } from '../../../src/core/markets.ts';
import { language } from '../common/words.ts';
import { type SearchField, searchField } from './field.ts';
import type { Picking } from './sector.ts';
import { pickerWord } from './words.ts';

/** The countries that hold tariffs. */
export function countryField(code: string, { list }: Picking, onChange: () => void): SearchField {
  const field = searchField({
    id: 'dayahead-country',
    icon: 'globe',
    label: pickerWord('country'),
    emptyText: () => pickerWord('nothing'),
    allowed: pickerWord('notListed'),
    accepts: () => false,
    // Asking for it needs no token and counts for nothing.
    live: () => true,
    async rows() {
      const codes = await list<string>({ list: 'countries' });
      return codes?.map(countryRow).sort((a, b) => a.name.localeCompare(b.name));
    },
    onChange,
  });
  field.choose(countryRow(code));
  return field;
}

const countryRow = (code: string) => ({
  id: code,
  name: countryName(code),
  notes: [[code, ...othersOf(code)].join(' · ')],
});

/** Names of a country beside the one that is shown: those of its market, and the short one, such as UK. */
function othersOf(code: string): string[] {
  const { name } = new Map<string, Market>(Object.entries(markets)).get(code) ?? {};
  const short = new Intl.DisplayNames(['en'], { type: 'region', style: 'short' });
  const names = name ? [name, short.of(code) ?? name] : [];
  return [...new Set(names)].filter((other) => other !== countryName(code));
}

export function countryName(code: string): string {
  const names = new Intl.DisplayNames([language()], { type: 'region' });
  return /^[a-z]{2}$/i.test(code) ? (names.of(code) ?? code) : code;
}
