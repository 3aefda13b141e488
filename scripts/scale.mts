/** Prints what one process carries, the figures of `docs/operate/scale.md`: `npm run scale`, or `-- planners service homes` for some of it. */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { homeScale } from './scale/homes.mts';
import { plannerScale } from './scale/planners.mts';
import { serviceScale } from './scale/service.mts';

const measures = {
  planners: plannerScale,
  service: serviceScale,
  homes: () => homeScale([0, 10, 50]),
};
const names = Object.keys(measures) as (keyof typeof measures)[];
const asked = process.argv.slice(2);
const machine = { node: process.version, processor: cpus()[0]?.model, cores: availableParallelism() };
process.stdout.write(`${JSON.stringify(machine)}\n`);
for (const name of names.filter((each) => asked.length === 0 || asked.includes(each))) {
  const [load = 0] = loadavg();
  process.stdout.write(
    `${name}, at a load of ${load.toFixed(1)}: ${JSON.stringify(await measures[name](), null, 1)}\n`,
  );
}
