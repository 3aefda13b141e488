import loadHighs from 'highs';

const solver = loadHighs();
const EXACT = { primal_feasibility_tolerance: 1e-10, dual_feasibility_tolerance: 1e-10 };

/** The least that a programme comes to. */
export async function leastOf(programme: string, more: Readonly<Record<string, number>>): Promise<number> {
  const options = { output_flag: false, ...EXACT, ...more };
  const solution = (await solver).solve(programme, options);
  // One programme in some hundred is called infeasible by the solver's simplification alone: doing nothing solves each.
  const { Status, ObjectiveValue } =
    solution.Status === 'Infeasible' ? (await solver).solve(programme, { ...options, presolve: 'off' }) : solution;
  if (Status !== 'Optimal') throw new Error(`the solver says ${Status}`);
  return ObjectiveValue;
}

/** The lines of a programme. */
export class Programme {
  readonly objective: string[] = [];
  readonly rows: string[] = [];
  readonly bounds: string[] = [];
  readonly binaries: string[] = [];

  /** A number from 0 up. */
  variable(name: string, most = Number.POSITIVE_INFINITY, weight = 0): string {
    if (most !== Number.POSITIVE_INFINITY) this.bounds.push(`${name} <= ${most}`);
    if (weight !== 0) this.objective.push(term(weight, name));
    return name;
  }

  binary(name: string): string {
    this.binaries.push(name);
    return name;
  }

  row(terms: readonly (readonly [factor: number, name: string])[], sense: '=' | '<=' | '>=', value: number) {
    this.rows.push(
      `${terms
        .filter(([factor]) => factor !== 0)
        .map(([factor, name]) => term(factor, name))
        .join(' ')} ${sense} ${value}`,
    );
  }

  toString(): string {
    const rows = this.rows.map((row, i) => `r${i}: ${row}`);
    return [
      'Minimize',
      `cost: ${this.objective.join(' ')}`,
      'Subject To',
      ...rows,
      'Bounds',
      ...this.bounds,
      'Binaries',
      ...this.binaries,
      'End',
    ].join('\n');
  }
}

const term = (factor: number, name: string) => `${factor < 0 ? '-' : '+'} ${Math.abs(factor)} ${name}`;
