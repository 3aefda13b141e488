import { minutesIn, type Stretch } from '../stretches.ts';

/**
 * Runs for a need, or where its minutes cannot be shared out among runs of at least `minOn`, for as little beyond it as
 * can; where nothing makes up the need, for the most of it.
 *
 * @param solved the runs for so many minutes, or for the most below them that can be
 */
export function roundedUp(
  need: number,
  minOn: number,
  solved: (minutes: number) => readonly Stretch[],
): readonly Stretch[] {
  const below = solved(need);
  if (minutesIn(below) >= need || minOn <= 1) return below;
  let best = solved(need + minOn - 1);
  let [low, high] = [need, minutesIn(best)];
  if (high < need) return below;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const runs = solved(middle);
    if (minutesIn(runs) < need) low = middle;
    else [best, high] = [runs, minutesIn(runs)];
  }
  return best;
}
