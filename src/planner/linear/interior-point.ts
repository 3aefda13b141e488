import { bandMatrix, factorise, placeIn, solveBy } from './banded.ts';
import { addTo, productOf, sparseOf, worthOf } from './sparse.ts';

/** An amount from 0 to `most`, what one of it costs, and what it adds to some rows. */
export interface Column {
  readonly cost: number;
  /** Above 0, and finite. */
  readonly most: number;
  readonly rows: readonly (readonly [row: number, factor: number])[];
}

export interface Solution {
  readonly cost: number;
  /** Of each column. */
  readonly amounts: Float64Array;
  /** What one more on the right of each row would cost. */
  readonly prices: Float64Array;
}

/** Most programmes end within fifteen. */
const ROUNDS = 60;
/** How near is near enough: the cost, for each unit of it, and what a row is off. */
const NEAR = 1e-9;
/** What rows may be off where they come no nearer: float noise of large weights. */
const STILL_NEAR = 1e-6;
/** Added to the diagonal: prices grow by no leaps where bounds leave rows no room. What it bends a step by, the next step mends. */
const EASE = 1e-10;
/** The share of the way to the nearest bound that a step goes. */
const STEP = 0.9995;

/**
 * Solves a linear programme for any right side of its rows: of all amounts that make each row its right side those that cost
 * the least, and of equals all a little. It is the interior point of Mehrotra: what it takes grows with the rows, and with
 * the square of how far apart those are that a column joins.
 */
export function solverOf(columns: readonly Column[], size: number): (right: Float64Array) => Solution {
  const matrix = sparseOf(columns.map(({ rows }) => rows));
  const normal = bandMatrix(size, matrix.width);
  const weigh = productOf(matrix, normal);
  const n = columns.length;
  const costs = Float64Array.from(columns, ({ cost }) => cost);
  const most = Float64Array.from(columns, (column) => column.most);
  const numbers = () => new Float64Array(n);
  // What is left above an amount, one over each, how free it is to move, and where it is drawn to.
  const [amounts, above, perAmount, perAbove] = [numbers(), numbers(), numbers(), numbers()];
  const [weights, pulls] = [numbers(), numbers()];
  // What less and what more of an amount is worth, how far both are from what they cost, and the way of each.
  const [less, more, off] = [numbers(), numbers(), numbers()];
  const [way, lessWay, moreWay] = [numbers(), numbers(), numbers()];
  const [short, turn] = [new Float64Array(size), new Float64Array(size)];
  let prices = new Float64Array(size);

  return (right) => {
    begin();
    let before = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round++) {
      const cost = measure(right);
      const gap = gapAfter(0, 0);
      const far = short.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
      const isNear = far < NEAR || (far < STILL_NEAR && far >= before);
      if (gap < NEAR * (1 + Math.abs(cost)) && isNear) break;
      before = far;
      weighAll();
      aim(0, 0);
      const [reached, reachedPrices] = reach(1);
      aim((gap / (2 * n)) * (gapAfter(reached, reachedPrices) / gap) ** 3, 1);
      step(...reach(STEP));
    }
    return { cost: costOf(), amounts: amounts.slice(), prices };
  };

  function begin(): void {
    prices = new Float64Array(size);
    for (let j = 0; j < n; j++) {
      amounts[j] = above[j] = (most[j] as number) / 2;
      less[j] = Math.max(1, costs[j] as number);
      more[j] = Math.max(1, -(costs[j] as number));
    }
  }

  /** Each column weighs as much as it is free to move. */
  function weighAll(): void {
    for (let j = 0; j < n; j++) {
      perAmount[j] = 1 / (amounts[j] as number);
      perAbove[j] = 1 / (above[j] as number);
      const held = (less[j] as number) * (perAmount[j] as number) + (more[j] as number) * (perAbove[j] as number);
      weights[j] = 1 / held;
    }
    weigh(weights);
    for (let i = 0; i < size; i++) {
      const place = placeIn(normal, i, i);
      normal.lower[place] = (normal.lower[place] as number) + EASE;
    }
    factorise(normal);
  }

  function costOf(): number {
    let cost = 0;
    for (let j = 0; j < n; j++) cost += (costs[j] as number) * (amounts[j] as number);
    return cost;
  }

  /** What rows are short of, and how far each column's price is off. */
  function measure(right: Float64Array): number {
    short.fill(0);
    addTo(short, matrix, amounts);
    for (let i = 0; i < size; i++) short[i] = (right[i] as number) - (short[i] as number);
    for (let j = 0; j < n; j++)
      off[j] = (costs[j] as number) - (less[j] as number) + (more[j] as number) - worthOf(matrix, j, prices);
    return costOf();
  }

  /** What is left to be saved after steps of so long on the way. */
  function gapAfter(far: number, farPrices: number): number {
    let gap = 0;
    for (let j = 0; j < n; j++) {
      const by = far * (way[j] as number);
      gap += ((amounts[j] as number) + by) * ((less[j] as number) + farPrices * (lessWay[j] as number));
      gap += ((above[j] as number) - by) * ((more[j] as number) + farPrices * (moreWay[j] as number));
    }
    return gap;
  }

  /** The way to where each bound's product is `centre`; `bend` of 1 counts what the way before would have left of it. */
  function aim(centre: number, bend: number): void {
    for (let j = 0; j < n; j++) {
      const by = bend * (way[j] as number);
      lessWay[j] = (centre - by * (lessWay[j] as number)) * (perAmount[j] as number) - (less[j] as number);
      moreWay[j] = (centre + by * (moreWay[j] as number)) * (perAbove[j] as number) - (more[j] as number);
      pulls[j] = (weights[j] as number) * ((off[j] as number) - (lessWay[j] as number) + (moreWay[j] as number));
    }
    turn.set(short);
    addTo(turn, matrix, pulls);
    solveBy(normal, turn);
    for (let j = 0; j < n; j++) {
      const by = (weights[j] as number) * worthOf(matrix, j, turn) - (pulls[j] as number);
      way[j] = by;
      lessWay[j] = (lessWay[j] as number) - by * (less[j] as number) * (perAmount[j] as number);
      moreWay[j] = (moreWay[j] as number) + by * (more[j] as number) * (perAbove[j] as number);
    }
  }

  /** How far amounts and prices may go on the way, as a share of the way to their nearest bounds. */
  function reach(share: number): [amounts: number, prices: number] {
    let [far, farPrices] = [1 / share, 1 / share];
    for (let j = 0; j < n; j++) {
      const by = way[j] as number;
      far = Math.min(far, by < 0 ? -(amounts[j] as number) / by : by > 0 ? (above[j] as number) / by : far);
      if ((lessWay[j] as number) < 0) farPrices = Math.min(farPrices, -(less[j] as number) / (lessWay[j] as number));
      if ((moreWay[j] as number) < 0) farPrices = Math.min(farPrices, -(more[j] as number) / (moreWay[j] as number));
    }
    return [share * far, share * farPrices];
  }

  function step(far: number, farPrices: number): void {
    for (let j = 0; j < n; j++) {
      // Each by itself: the one less the other is 0 where what is left of it is lost in the digits of the other.
      amounts[j] = (amounts[j] as number) + far * (way[j] as number);
      above[j] = (above[j] as number) - far * (way[j] as number);
      less[j] = (less[j] as number) + farPrices * (lessWay[j] as number);
      more[j] = (more[j] as number) + farPrices * (moreWay[j] as number);
    }
    for (let i = 0; i < size; i++) prices[i] = (prices[i] as number) + farPrices * (turn[i] as number);
  }
}
