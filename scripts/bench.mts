/** Prints the benchmarks as a table, with `--json` as JSON; fails when a budget is missed. */
import { clientBenchmarks } from './bench/client.mts';
import { demandFigures } from './bench/demands.mts';
import { isMet, measure } from './bench/harness.mts';
import { houseFigures } from './bench/house.mts';
import { loadFigures } from './bench/load.mts';
import { mqttFigures } from './bench/mqtt.mts';
import { plannerBenchmarks } from './bench/planner.mts';
import { realPrices } from './bench/prices.mts';
import { serviceFigures } from './bench/service.mts';
import { startUpFigures } from './bench/start-up.mts';
import { storeFigures } from './bench/store.mts';
import { table } from './bench/table.mts';

const figures = [
  ...(await measure(plannerBenchmarks(realPrices()))),
  ...demandFigures(realPrices()),
  ...storeFigures(realPrices()),
  ...houseFigures(realPrices()),
  ...(await measure(clientBenchmarks())),
  ...(await mqttFigures()),
  ...(await loadFigures()),
  ...(await serviceFigures()),
  ...startUpFigures(),
];

process.stdout.write(process.argv.includes('--json') ? `${JSON.stringify(figures, null, 2)}\n` : table(figures));
if (!figures.every(isMet)) process.exitCode = 1;
