import { type Budget, type Figure, isMet } from './harness.mts';

/** The figures in columns: what, how much, and what it is held to. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(
    (figure) => [figure.name, `${number(figure.value)} ${figure.unit}`, verdict(figure)] as const,
  );
  const width = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length));
  const [names, values] = [width(0), width(1)];
  return rows.map(([name, value, held]) => `${name.padEnd(names)}  ${value.padStart(values)}  ${held}\n`).join('');
}

function verdict(figure: Figure): string {
  if (!figure.budget) return '';
  return `${isMet(figure) ? 'ok    ' : 'MISSED'} ${bound(figure.budget)} ${figure.unit}`;
}

const bound = (budget: Budget) =>
  'atLeast' in budget ? `>= ${number(budget.atLeast)}` : `<= ${number(budget.atMost)}`;

/** Three significant digits are more than a benchmark can promise. */
const number = (value: number) =>
  value.toLocaleString('en', value < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 });
