import { addDays, type LocalDate } from '../../../core/time.ts';
import { unstatedTerms } from '../../feed.ts';
import { readTempoColour } from '../../formats/tariffs/tempo.ts';
import type { TariffFeed, TariffFigures, TariffQuestion } from '../../tariff-feed.ts';

/** The colour of French Tempo days, each from 06:00 to 06:00 of the day after: known about 11:00 for tomorrow. */
export const tempo: TariffFeed = {
  name: 'tempo',
  publisher: 'api-couleur-tempo.fr',
  about: 'French Tempo colours',
  address: 'https://www.api-couleur-tempo.fr',
  country: 'FR',
  terms: unstatedTerms('Source: api-couleur-tempo.fr, colours of RTE.'),
  asksAt: '11:05',
  next(question, bodies) {
    const missing = missingDays(question);
    const next = missing[bodies.length];
    return next === undefined ? withDays(question, missing, bodies) : { path: `/api/jourTempo/${next}` };
  },
  isWhole: (figures, today) => coloursIn(figures)[addDays(today, 1)] !== undefined,
};

/** Days before today that may be asked for. */
const PAST = 4;

const coloursIn = (figures: TariffQuestion['held']) => figures?.calendars?.tempo ?? {};

/** Yesterday too: its colour holds until this morning. */
const missingDays = ({ today, held }: TariffQuestion): LocalDate[] =>
  [-1, 0, 1].map((days) => addDays(today, days)).filter((date) => coloursIn(held)[date] === undefined);

function withDays(
  { today, held }: TariffQuestion,
  days: readonly LocalDate[],
  bodies: readonly string[],
): TariffFigures {
  const fresh = days.flatMap((date, i) => {
    const colour = readTempoColour(bodies[i] ?? '', date);
    return colour ? [[date, colour] as const] : [];
  });
  const kept = Object.entries(coloursIn(held)).filter(([date]) => date >= addDays(today, -PAST));
  return { calendars: { tempo: Object.fromEntries([...kept, ...fresh]) } };
}
