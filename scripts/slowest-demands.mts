/**
 * Prints how long random demands hold up everything else, and the worst ten of them with their settings:
 * `node scripts/slowest-demands.mts`, with `2000 7` two thousand others.
 */

import { realPrices } from './bench/data/prices.mts';
import { randomDemands } from './bench/data/random-demands.mts';
import { timed } from './bench/groups/demands.mts';
import { quantile } from './bench/harness/ratio.mts';

const [count = 2000, seed] = process.argv.slice(2).map(Number);
const all = (await timed(randomDemands(realPrices(), count, seed))).sort((a, b) => a.ms - b.ms);
const taken = all.map(({ ms }) => ms);
const line = (ms: number) => `${ms.toFixed(1).padStart(8)} ms`;
for (const percent of [50, 90, 99, 99.9, 100])
  process.stdout.write(`${percent} % within ${line(quantile(taken, percent / 100))}\n`);
for (const { random, ms } of all.slice(-10).reverse()) {
  const { settings, now, state, horizon } = random;
  const profile = settings.profile && `${settings.profile.length} phases`;
  const hours = `from ${new Date(1000 * now).toISOString()} with ${horizon.spans.length} prices`;
  process.stdout.write(
    `${line(ms)} ${hours}: ${JSON.stringify({ ...settings, ...(profile && { profile }), state })}\n`,
  );
}
