import { z } from 'zod';
import { isLocalDate, type LocalDate } from '../../../core/time.ts';
import { jsonOf } from '../feed-reading.ts';

/** https://www.api-couleur-tempo.fr: the colour of one day; code 0 is a day whose colour is not drawn yet. */
const answer = z.object({ dateJour: z.string().refine(isLocalDate), codeJour: z.literal([0, 1, 2, 3]) });
const colours = [undefined, 'blue', 'white', 'red'] as const;

export function readTempoColour(body: string, date: LocalDate): 'blue' | 'white' | 'red' | undefined {
  const { dateJour, codeJour } = jsonOf(body, answer);
  if (dateJour !== date) throw new Error(`is not about ${date}`);
  return colours[codeJour];
}
