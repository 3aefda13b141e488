import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { utcTime } from '../../src/core/time.ts';
import { readDemand, readSettings } from '../../src/messages/demand/demand.ts';
import { periodAt, resolveDemand } from '../../src/messages/demand/resolve-demand.ts';
import { reasonOf } from '../../src/messages/plan.ts';
import { horizonOf } from '../../src/planner/horizon.ts';
import { planWindow } from '../../src/planner/window/plan-window.ts';

const page = readFileSync('docs/internals/planner.md', 'utf8');
const devicePage = readFileSync('docs/use/device.md', 'utf8');
const MIDNIGHT = Date.parse('2026-04-15T00:00Z') / 1000;
const HOUR = 3600;

interface Drawing {
  readonly demand: string;
  /** Minutes after midnight. */
  readonly now: number;
  readonly ran: number;
  readonly prices: readonly (number | null)[];
  readonly expected: readonly (number | null)[];
  readonly plan: string;
  readonly says: string;
}

/** The lines of a drawing, by their first word. */
function read(drawing: string): Drawing {
  const [demand = '', ...lines] = drawing.trim().split('\n');
  const line = (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length) ?? '';
  const [, hours = '0', minutes = '0', ran = '0'] = /(\d+):(\d+), (\d+)/.exec(line('now')) ?? [];
  const [plan = '', says = ''] = line('plan').split('=');
  const prices = line('ct').trim().split(/\s+/);
  return {
    demand,
    now: 60 * Number(hours) + Number(minutes),
    ran: Number(ran),
    prices: prices.map((price) => (/[?~]/.test(price) ? null : Number(price) / 100)),
    expected: prices.map((price) => (price.startsWith('~') ? Number(price.slice(1)) / 100 : null)),
    plan: plan.trim().split(/\s+/).join('  '),
    says: says.trim(),
  };
}

/** The drawing's own demand and prices, planned; a day is as long as its drawing. */
function planned({ demand: text, now: minute, ran, prices, expected }: Drawing): Pick<Drawing, 'plan' | 'says'> {
  const now = MIDNIGHT + 60 * minute;
  const settings = readSettings(readDemand(JSON.parse(text), now));
  const spansOf = (hours: Drawing['prices']) =>
    hours.flatMap((price, i) =>
      price === null ? [] : [{ start: MIDNIGHT + i * HOUR, end: MIDNIGHT + (i + 1) * HOUR, price }],
    );
  const spans = spansOf(prices);
  const day = { end: MIDNIGHT + prices.length * HOUR, deadline: false };
  const period = (settings.readyBy && periodAt(settings, now, 'UTC')) || day;
  const knownUntil = spans.at(-1)?.end ?? now;
  const horizon = horizonOf(spans, settings.direction === 'dearest' ? 'revenue' : 'cost', spansOf(expected));
  const demand = resolveDemand(settings, { now, timeZone: 'UTC', period, knownUntil, horizon });
  if (!demand) throw new Error(`nothing is needed: ${text}`);
  const state = { output: null, delivered: { minutes: ran, starts: 0 }, standing: [] };
  const plan = planWindow(demand, horizon, now, state);
  const runs = (from: number) => plan.runs.some(({ start, end }) => start <= from && from + HOUR / 4 <= end);
  const marks = prices.map((_, i) =>
    [0, 1, 2, 3].map((quarter) => (runs(MIDNIGHT + (i + quarter / 4) * HOUR) ? '#' : '-')).join(''),
  );
  const onQuarters = plan.runs.every(({ start, end }) => start % 900 === 0 && end % 900 === 0);
  if (!onQuarters) throw new Error(`cannot be drawn: ${plan.runs.map(({ start }) => utcTime(start))}`);
  const reason = reasonOf(plan) === 'planned' ? '' : `, ${reasonOf(plan)}`;
  return {
    plan: marks.join('  '),
    says: `${plan.cost === null ? '?' : Math.round(plan.cost * 1e4) / 100} ct${reason}`,
  };
}

const drawings = [...devicePage.matchAll(/```planner\n([^`]+)```/g)].map(([, drawing = '']) => read(drawing));

// Promise P-420 internals/planner: every drawing of the page
it.each(drawings)('the page draws what is planned: $demand $prices', (drawing) => {
  expect(planned(drawing)).toEqual({ plan: drawing.plan, says: drawing.says });
});

it('the page has all its drawings and counts their marks', () => {
  expect(drawings.length).toBeGreaterThan(20);
  for (const { prices, plan } of drawings) expect(plan.split('  ')).toHaveLength(prices.length);
});

it('the table of how a split is solved has in each cell what so much costs at least by then', () => {
  const [, text = ''] = /```split\n([^`]+)```/.exec(page) ?? [];
  const lines = text
    .trim()
    .split('\n')
    .map((line): string[] => line.match(/[\d:]+|\?/g) ?? []);
  const [need = [], ct = [], times = [], ...rows] = lines;
  const spans = ct.map((price, i) => ({
    start: MIDNIGHT + i * HOUR,
    end: MIDNIGHT + (i + 1) * HOUR,
    price: Number(price) / 100,
  }));
  const cell = (hours: number, column: number) => {
    const demand = {
      shape: 'split',
      need: { minutes: 60 * hours, kw: 1 },
      minOnMinutes: Number(need[1]),
      readyBy: MIDNIGHT + (column + 1) * HOUR,
      prefer: 'earliest',
      whenUnknown: 'plan-known',
    } as const;
    const state = { output: null, delivered: { minutes: 0, starts: 0 }, standing: [] };
    const { outcome, cost } = planWindow(demand, horizonOf(spans), MIDNIGHT, state);
    return outcome.kind === 'complete' ? String(Math.round((cost ?? 0) * 100)) : '?';
  };
  expect(rows).toEqual([1, 2].map((hours) => [String(hours), ...spans.map((_, column) => cell(hours, column))]));
  expect(times).toEqual(['01:00', '02:00', '03:00', '04:00']);
});

it('the table of files names each file of the solver', () => {
  const [, section = ''] = page.split('## How a split is solved');
  const named = new Set([...section.matchAll(/`([\w/-]+\.ts)`/g)].map(([, name]) => name));
  // The problem and the rules are what the files speak of, no steps of the way.
  const all = readdirSync('src/planner/window/exact', { encoding: 'utf8', recursive: true });
  const files = all.filter((file) => file.endsWith('.ts') && !/^(split-problem|run-rules)\.ts$/.test(file));
  expect(files.filter((file) => !named.has(file))).toEqual([]);
});

it('the page shows the table that its script prints', () => {
  const table = execFileSync('node', ['scripts/planner-table.mts'], { encoding: 'utf8' });
  expect(page).toContain(table);
  expect(table.split('\n')).toHaveLength(7);
});
