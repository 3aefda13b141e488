/** Prices as sums up to each edge, as one would prepare them who plans many times on them. */
export interface Sums {
  readonly edges: Float64Array;
  readonly upTo: Float64Array;
}

export interface Priced {
  readonly start: number;
  readonly end: number;
  readonly price: number;
}

export function sumsOf(spans: readonly Priced[]): Sums {
  const edges = Float64Array.from([spans[0]?.start ?? 0, ...spans.map(({ end }) => end)]);
  const upTo = new Float64Array(edges.length);
  spans.forEach(({ start, end, price }, i) => {
    upTo[i + 1] = (upTo[i] ?? 0) + price * (end - start);
  });
  return { edges, upTo };
}

/** Where `seconds` in one piece cost least: each edge tried as its start and as its end. */
export function bareWindow({ edges, upTo }: Sums, seconds: number): number {
  const last = edges.length - 1;
  const end = edges[last] as number;
  const first = edges[0] as number;
  let least = Number.POSITIVE_INFINITY;
  let best = first;
  for (let i = 0, j = 0; i <= last; i++) {
    const until = (edges[i] as number) + seconds;
    if (until > end) break;
    while ((edges[j + 1] as number) < until) j++;
    const cost = between(edges, upTo, j, until) - (upTo[i] as number);
    if (cost < least) [least, best] = [cost, edges[i] as number];
  }
  for (let i = last, j = last - 1; i >= 0; i--) {
    const from = (edges[i] as number) - seconds;
    if (from < first) break;
    while ((edges[j] as number) > from) j--;
    const cost = (upTo[i] as number) - between(edges, upTo, j, from);
    if (cost < least) [least, best] = [cost, from];
  }
  return best;
}

/** The sum up to an instant in the interval that begins at edge `j`. */
function between(edges: Float64Array, upTo: Float64Array, j: number, instant: number): number {
  const [from, until] = [edges[j] as number, edges[j + 1] as number];
  return (upTo[j] as number) + (((upTo[j + 1] as number) - (upTo[j] as number)) * (instant - from)) / (until - from);
}
