import { type ComponentName, componentNames } from '../core/components.ts';
import type { FigureMarks } from '../core/dated.ts';
import type { Instant, LocalDate } from '../core/time.ts';
import type { Notice, PriceOrigin } from '../core/vocabulary.ts';

/** The provenance of a series: its origin and marks, the time at which it was fetched, and the credit that its sources want. */
export interface Provenance extends PriceOrigin {
  readonly fetchedAt: Instant;
  readonly attribution: readonly Notice[];
}

interface KnownFacts {
  /** Left out: the service does not name one. */
  readonly origin?: PriceOrigin;
  readonly fetchedAt: Instant;
  readonly attribution: readonly Notice[];
}

/** The one place that decides on the provenance of a series. */
export const provenanceOf = ({ origin = { kind: 'service' }, fetchedAt, attribution }: KnownFacts): Provenance => ({
  ...origin,
  fetchedAt,
  attribution,
});

/** Looks up a text by its key, with `values` for what it leaves open. */
export type MarkWord = (key: string, values: Readonly<Record<string, string>>) => string;

/** The marks of prices in words, each once. The keys are those of `price-series.json` in `nodes/locales`. */
export function markTexts(
  { examples = [], proposed = [], expired = {}, doubtful }: FigureMarks & Pick<PriceOrigin, 'doubtful'>,
  word: MarkWord,
): string[] {
  return [
    ...examples.map((component) => word(`mark.example.${component}`, {})),
    ...proposed.map((component) => word(`mark.proposed.${component}`, {})),
    ...componentNames.flatMap((component) => {
      const date = expired[component];
      return date === undefined ? [] : expiredText(component, date, word);
    }),
    ...(doubtful ? [word('mark.doubtful', {})] : []),
  ];
}

/** Most figures are published for calendar years. */
function expiredText(component: ComponentName, date: LocalDate, word: MarkWord): string {
  if (!date.endsWith('-12-31')) return word(`mark.expired.${component}`, { date });
  const year = date.slice(0, 4);
  return word(`mark.expiredYear.${component}`, { year, next: String(Number(year) + 1) });
}

const named: Readonly<Record<ComponentName, string>> = {
  energy: 'energy price',
  grid: 'network charge',
  fees: 'levies',
  vat: 'VAT',
};

/** The English texts, for MQTT and the command line, which have no language. `nodes/locales/en-US` has the same. */
const english: Readonly<Record<string, (name: string, values: Readonly<Record<string, string>>) => string>> = {
  example: (name) => `${name}: ${name === named.fees ? 'example values' : 'example value'}`,
  proposed: (name) => `proposed ${name}`,
  expiredYear: (name, { year, next }) => `${name} for ${year}; ${next} not yet published`,
  expired: (name, { date }) => `${name} valid until ${date}; no later figures yet`,
  doubtful: () => 'prices doubtful',
};

export const englishMark: MarkWord = (key, values) => {
  const [, mark = '', component = 'energy'] = key.split('.');
  return english[mark]?.(named[component as ComponentName], values) ?? key;
};

/** The origin of prices in English; empty where a service names none. */
export function originText({ kind, feed }: PriceOrigin): string {
  switch (kind) {
    case 'replay':
      return 'a replay of old auctions';
    case 'live':
      return `live prices of ${feed}`;
    case 'own':
      return 'own prices';
    case 'external':
      return `prices of a message (${feed})`;
    case 'service':
      return '';
  }
}

/** The notices that the licences of prices require, each once, with the last day on which its source was read. */
export function noticeTexts(attribution: readonly Notice[]): readonly string[] {
  const read = new Map<string, string>();
  for (const { notice, publisher, licence, updated = '' } of attribution) {
    // Many notices name their licence.
    const text = [notice || publisher, !notice.includes(licence) && licence].filter(Boolean).join(' · ');
    const before = read.get(text) ?? '';
    read.set(text, updated > before ? updated : before);
  }
  return [...read].map((parts) => parts.filter(Boolean).join(' · '));
}
