import { describe, expect, it } from 'vitest';
import { isTrial } from '../support/cases.ts';
import { type DailyNeed, type Spent, spentOn } from '../support/device/waiting-cost.ts';
import { type BandScore, bandScores } from '../support/feeds/band-score.ts';
import { type PriceYear, priceYear } from '../support/feeds/price-year.ts';

/** `npm run trials` takes every day of every zone that has them, and prints the tables of docs/internals/forecast.md. */
const zones = isTrial ? ['DE-LU', 'DK1', 'DK2', 'NO2', 'SE3', 'SE4'] : ['DE-LU'];
const EVERY = isTrial ? 1 : 13;

const tonight: readonly DailyNeed[] = [
  { says: '30 kWh at 11 kW from 09:00', shape: 'split', minutes: 164, kw: 11, from: '09:00' },
  { says: '25 kWh at 3.7 kW from 07:00', shape: 'split', minutes: 406, kw: 3.7, from: '07:00' },
  { says: '2 h in one piece from 07:00', shape: 'contiguous', minutes: 120, kw: 1, from: '07:00' },
].map((need) => ({ ...need, shape: need.shape === 'split' ? 'split' : 'contiguous', days: 1, readyBy: '07:00' }));
/** From 13:00 to 13:00; `npm test` has one of them. */
const withinDays: readonly DailyNeed[] = (['split', 'contiguous'] as const).flatMap((shape) =>
  (isTrial ? [1, 3, 6] : [3]).flatMap((hours) =>
    (isTrial ? [2, 4, 6] : [4]).map((days) => ({
      says: `${hours} h in ${shape === 'split' ? 'pieces' : 'one piece'}`,
      ...{ shape, minutes: 60 * hours, kw: 1, from: '13:00', days, readyBy: '13:00' },
    })),
  ),
);

const years = zones.map(priceYear);
const sampled = ({ dates }: PriceYear) => dates.filter((_, i) => i % EVERY === 0);

const pooled = (all: readonly Spent[]): Spent =>
  all.reduce((sum, one) => ({
    days: sum.days + one.days,
    perfect: sum.perfect + one.perfect,
    estimated: sum.estimated + one.estimated,
    without: sum.without + one.without,
    missed: sum.missed + one.missed,
  }));
const dearerBy = (cost: number, { perfect }: Spent) => 100 * (cost / perfect - 1);
const gained = ({ without, estimated, perfect }: Spent) => (100 * (without - estimated)) / (without - perfect);

function show(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  if (!isTrial) return;
  const lines = [head, head.map((_, i) => (i === 0 ? '---' : '--:')), ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );
  process.stdout.write(`\n${title}\n\n${lines.join('\n')}\n`);
}

describe(`on real prices of ${zones.join(', ')}, ${isTrial ? 'every day' : `one day in ${EVERY}`}`, () => {
  // Promise P-247 internals/forecast: a device that waits for it pays at most 2 % over perfect knowledge, and misses
  //   no deadline
  it.each(tonight)(
    '$says, ready by 07:00: at most 2 % over perfect knowledge, and no deadline missed',
    async (need) => {
      const spent = await Promise.all(years.map((year) => spentOn(year, need, sampled(year))));
      const all = pooled(spent);
      show(
        `${need.says}, ready by 07:00`,
        ['zone', 'perfect knowledge', 'estimated', 'over it', 'waiting', 'over it'],
        [...spent, all].map((one, i) => [
          zones[i] ?? 'all',
          `${one.perfect.toFixed(2)} EUR`,
          `${one.estimated.toFixed(2)} EUR`,
          `${dearerBy(one.estimated, one).toFixed(1)} %`,
          `${one.without.toFixed(2)} EUR`,
          `${dearerBy(one.without, one).toFixed(1)} %`,
        ]),
      );
      expect(all.missed).toBe(0);
      expect(dearerBy(all.estimated, all)).toBeLessThanOrEqual(2);
      expect(all.estimated).toBeLessThan(all.without);
    },
  );

  // Promise P-248 internals/forecast: a device that may wait four days gets a good part of the possible gain
  it.each(withinDays)(
    '$says within $days days: a good part of what perfect knowledge gains over known prices',
    async (need) => {
      const spent = await Promise.all(years.map((year) => spentOn(year, need, sampled(year))));
      const cents = (sum: number, { days }: Spent) => `${((6000 * sum) / days / need.minutes).toFixed(2)} ct`;
      const row = (says: string, one: Spent) => [
        says,
        ...[one.perfect, one.estimated, one.without].map((sum) => cents(sum, one)),
        `${gained(one).toFixed(0)} %`,
      ];
      const [german, ...others] = spent as [Spent, ...Spent[]];
      show(
        `${need.says}, within ${need.days} days of 13:00, per kWh`,
        ['zone', 'perfect knowledge', 'estimated', 'known prices alone', 'of the gain'],
        [
          ...spent.map((one, i) => row(zones[i] ?? '', one)),
          ...(others.length > 0 ? [row('all but DE-LU', pooled(others))] : []),
        ],
      );
      expect(pooled(spent).missed).toBe(0);
      // A class mean, the mean of each quarter hour by kind of day, reaches 65 %. Few days say little of one piece.
      const isThree = need.minutes === 180 && need.days >= 4;
      const least = need.shape === 'split' && isThree ? 66 : isThree ? 65 : 50;
      expect(gained(german)).toBeGreaterThanOrEqual(isTrial || need.shape === 'split' ? least : 0);
      if (others.length > 0) expect(gained(pooled(others))).toBeGreaterThanOrEqual(50);
    },
  );

  // Promise P-224 internals/forecast: in each zone, its score is better than that of the quantiles of the last forty
  //   days
  it('bands hold four of five prices, and score better than plain quantiles of the last forty days', () => {
    const scores = years.map((year) => bandScores(year, sampled(year)));
    const share = ({ inside, prices }: BandScore) => (100 * inside) / prices;
    const winkler = ({ winkler, prices }: BandScore) => (100 * winkler) / prices;
    show(
      'Bands of the eight days to come',
      ['zone', 'inside', 'Winkler score', 'inside plain quantiles', 'their Winkler score'],
      scores.map(({ ours, plain }, i) => [
        zones[i] ?? '',
        `${share(ours).toFixed(0)} %`,
        `${winkler(ours).toFixed(1)} ct`,
        `${share(plain).toFixed(0)} %`,
        `${winkler(plain).toFixed(1)} ct`,
      ]),
    );
    for (const { ours, plain } of scores) {
      expect(Math.abs(share(ours) - 80)).toBeLessThanOrEqual(3);
      expect(winkler(ours)).toBeLessThan(winkler(plain));
    }
  });
});
