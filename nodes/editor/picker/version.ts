import { type SearchField, searchField } from './field.ts';
import type { Picking } from './sector.ts';
import type { Choice } from './tariff.ts';
import { dayText, pickerWord } from './words.ts';

interface Version {
  readonly version: string;
  readonly available: boolean;
}

/** A day as `YYYYMMDD`, nothing, or an environment variable. */
export const isDay = (text: unknown): boolean => /^(\d{8}|\$\{.+\})?$/.test(String(text ?? ''));

type Choices = Readonly<Record<'consumption' | 'feedin', Choice | null>>;

/** The day the contract was signed: one of the versions of its tariff, or any other. */
export function versionField(
  day: string,
  picking: Picking,
  choices: () => Choices,
): SearchField & {
  /** Shows what the field means now. */
  describe(): void;
} {
  const { country, list, live, changed } = picking;
  const asked = () => {
    const { consumption, feedin } = choices();
    if (consumption) return { sector: 'consumption', tariff: consumption.id };
    return feedin ? { sector: 'feedin', tariff: feedin.id } : undefined;
  };
  const field = searchField({
    id: 'dayahead-version',
    icon: 'calendar',
    label: pickerWord('version'),
    placeholder: pickerWord('asSoldToday'),
    emptyText: () => pickerWord(asked() ? 'nothing' : 'tariffFirst'),
    allowed: pickerWord('dayAllowed'),
    accepts: isDay,
    live,
    async rows() {
      const question = asked();
      if (!question) return undefined;
      const versions = await list<Version>({ list: 'versions', country: country(), ...question });
      return versions?.map(tariffRow);
    },
    onChange() {
      describe();
      changed();
    },
  });
  function describe(): void {
    const chosen = field.value()?.id ?? '';
    field.say(/^\d{8}$/.test(chosen) ? pickerWord('signedOn', { day: dayText(chosen) }) : pickerWord('versionHelp'));
  }
  field.choose(day ? { id: day, name: day } : undefined);
  describe();
  return { ...field, describe };
}

const tariffRow = ({ version, available }: Version) => ({
  id: version,
  name: version,
  withdrawn: !available,
  notes: [`${pickerWord('since', { day: dayText(version) })} · ${pickerWord(available ? 'offered' : 'withdrawn')}`],
});
