/** The levels of each factor by its name. */
type Factors = Readonly<Record<string, readonly unknown[]>>;
type Row<F extends Factors> = { readonly [factor in keyof F]: F[factor][number] };

/** Every combination of the levels. */
export const fullProduct = <F extends Factors>(factors: F): readonly Row<F>[] =>
  Object.entries(factors).reduce<readonly object[]>(
    (rows, [factor, levels]) => rows.flatMap((row) => levels.map((level) => ({ ...row, [factor]: level }))),
    [{}],
  ) as readonly Row<F>[];

/** Rows in which every two levels of different factors meet: at each step the row that adds the most pairs. */
export function pairwiseSample<F extends Factors>(factors: F): readonly Row<F>[] {
  const rows = fullProduct(factors).map((row) => ({ row, pairs: pairsIn(row, factors) }));
  const missing = new Set(rows.flatMap(({ pairs }) => pairs));
  const sample: Row<F>[] = [];
  while (missing.size > 0) {
    const gain = ({ pairs }: { readonly pairs: readonly string[] }) => pairs.filter((pair) => missing.has(pair)).length;
    const best = rows.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    for (const pair of best.pairs) missing.delete(pair);
    sample.push(best.row);
  }
  return sample;
}

function pairsIn<F extends Factors>(row: Row<F>, factors: F): readonly string[] {
  const levels = Object.keys(factors).map((factor) => `${factor} ${factors[factor]?.indexOf(row[factor])}`);
  return levels.flatMap((one, i) => levels.slice(i + 1).map((other) => `${one}, ${other}`));
}
