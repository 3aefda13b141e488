import type { Curve } from './curve.ts';

/** A straight piece of a function. */
interface Piece {
  readonly from: number;
  readonly until: number;
  /** At `from`. */
  readonly value: number;
  readonly slope: number;
}

/** Float noise of money and of energy. */
const NOISE = 1e-12;

/**
 * The least of all curves at each place, as curves that follow each other: where it is not convex the next one begins.
 *
 * @param groups curves that follow each other
 */
export function envelope(groups: readonly (readonly Curve[])[]): readonly Curve[] {
  const all = groups.flat();
  if (all.length < 2) return all;
  const lists = groups.map((curves) => curves.filter(({ from, until }) => until - from > NOISE).flatMap(piecesOf));
  if (lists.every(({ length }) => length === 0))
    return [all.reduce((least, each) => (each.value < least.value ? each : least))];
  return curvesOf(lowest(lists));
}

function piecesOf({ from, value, slopes, lengths }: Curve): Piece[] {
  let last = { from, until: from, value, slope: 0 };
  return slopes.map((slope, i) => {
    const until = last.until + (lengths[i] as number);
    last = { from: last.until, until, value: atEndOf(last), slope };
    return last;
  });
}

function lowest(all: readonly (readonly Piece[])[]): readonly Piece[] {
  if (all.length < 2) return all[0] ?? [];
  const half = all.length >> 1;
  return lower(lowest(all.slice(0, half)), lowest(all.slice(half)));
}

/** The lower of two functions; where only one has a value, that one. */
function lower(a: readonly Piece[], b: readonly Piece[]): Piece[] {
  const out: Piece[] = [];
  let [i, j] = [0, 0];
  let [p, q] = [a[0], b[0]];
  while (p && q) {
    const from = Math.max(p.from, q.from);
    if (p.from < from) out.push(cut(p, p.from, Math.min(p.until, from)));
    if (q.from < from) out.push(cut(q, q.from, Math.min(q.until, from)));
    const until = Math.max(from, Math.min(p.until, q.until));
    if (from < until) out.push(...lowerOf(cut(p, from, until), cut(q, from, until)));
    p = p.until > until ? cut(p, Math.max(p.from, until), p.until) : a[++i];
    q = q.until > until ? cut(q, Math.max(q.from, until), q.until) : b[++j];
  }
  if (p) out.push(p, ...a.slice(i + 1));
  if (q) out.push(q, ...b.slice(j + 1));
  return out;
}

/** The lower of two straight pieces over the same stretch, the first where they are equal. */
function lowerOf(p: Piece, q: Piece): Piece[] {
  const begins = q.value - p.value;
  const ends = atEndOf(q) - atEndOf(p);
  if (begins >= -NOISE && ends >= -NOISE) return [p];
  if (begins <= NOISE && ends <= NOISE) return [q];
  const crossing = p.from + (p.until - p.from) * (begins / (begins - ends));
  const [first, second] = begins > 0 ? [p, q] : [q, p];
  return [cut(first, p.from, crossing), cut(second, crossing, p.until)];
}

function cut(piece: Piece, from: number, until: number): Piece {
  if (piece.from === from && piece.until === until) return piece;
  return { from, until, value: piece.value + piece.slope * (from - piece.from), slope: piece.slope };
}

const atEndOf = ({ from, until, value, slope }: Piece) => value + slope * (until - from);

function curvesOf(pieces: readonly Piece[]): Curve[] {
  const curves: { from: number; until: number; value: number; slopes: number[]; lengths: number[] }[] = [];
  let last: Piece | undefined;
  for (const piece of pieces) {
    const { from, until, value, slope } = piece;
    if (until - from <= NOISE) continue;
    const goesOn =
      last && from - last.until <= NOISE && Math.abs(value - atEndOf(last)) <= NOISE && slope >= last.slope;
    const curve = curves.at(-1);
    if (!goesOn || !curve) curves.push({ from, until, value, slopes: [slope], lengths: [until - from] });
    else {
      if (slope === curve.slopes.at(-1)) curve.lengths.push((curve.lengths.pop() as number) + until - from);
      else {
        curve.slopes.push(slope);
        curve.lengths.push(until - from);
      }
      curve.until = until;
    }
    last = piece;
  }
  return curves;
}
