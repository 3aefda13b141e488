import { planAnswer } from '../../dist/src/messages/house/answer.js';
import { readHouseQuestion } from '../../dist/src/messages/house/question.js';
import { startMosquitto } from '../../test/support/mqtt/mosquitto.ts';
import { planRequester } from '../../test/support/planner/plan-requester.ts';
import { realPrices } from '../bench/data/prices.mts';
import { median, megabytesOf, secondsOf, startReady } from './process.mts';

/** Two days of quarter hours. */
const SLOTS = 192;
/** An even number, of which two planners get as many each. */
const HOUSES = 6;
const ROUNDS = 5;
/** Rounds that do not count: after so many houses the engine has compiled what runs often, and a planner runs for years. */
const WARM_UP = 12;
const DAY = 86_400;

/** What planners do, each figure the median of its rounds. */
export interface PlannerScale {
  /** By number of planners: houses a second, and a second of their processor time. */
  readonly planners: readonly { readonly count: number; readonly perSecond: number; readonly perCpuSecond: number }[];
  /** Without broker, JSON and schema, a second of processor time. */
  readonly alone: number;
  readonly megabytes: number;
}

/** Houses with a battery and four devices over two days of real prices, planned by one planner and by two in turn. */
export async function plannerScale(): Promise<PlannerScale> {
  const houses = questions();
  const groups = await Promise.all([1, 2].map(group));
  const alone: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    alone.push(planAlone(houses));
    for (const { measure } of groups) await measure(houses);
  }
  const planners = groups.map(({ count, rounds }) => ({
    count,
    perSecond: median(rounds.slice(WARM_UP).map(({ perSecond }) => perSecond)),
    perCpuSecond: median(rounds.slice(WARM_UP).map(({ perCpuSecond }) => perCpuSecond)),
  }));
  const megabytes = Math.max(...groups.flatMap(({ workers }) => workers.map(({ child }) => megabytesOf(child.pid))));
  for (const { stop } of groups) await stop();
  return { planners, alone: median(alone.slice(WARM_UP)), megabytes };
}

/** A broker with so many planners. */
async function group(count: number) {
  const broker = await startMosquitto('max_queued_messages 0');
  const start = () => startReady('dist/src/cli/planner.js', '--broker', broker.url);
  const workers = await Promise.all(Array.from({ length: count }, start));
  const requester = await planRequester(broker.url);
  const rounds: { readonly perSecond: number; readonly perCpuSecond: number }[] = [];
  const spent = () => workers.reduce((sum, { child }) => sum + secondsOf(child.pid), 0);
  const measure = async (houses: readonly string[]) => {
    const to = houses.map((_, i) => `${rounds.length}-${i}`);
    const [begun, before] = [performance.now(), spent()];
    for (const [i, house] of houses.entries()) await requester.ask(to[i] ?? '', house);
    await requester.answered(...to);
    rounds.push({
      perSecond: (1000 * houses.length) / (performance.now() - begun),
      perCpuSecond: houses.length / (spent() - before),
    });
  };
  const stop = async () => {
    for (const { child } of workers) child.kill();
    await requester.close();
    await broker.stop();
  };
  return { count, workers, rounds, measure, stop };
}

function planAlone(houses: readonly string[]): number {
  const asked = houses.map(readHouseQuestion);
  const before = process.cpuUsage();
  for (const question of asked) planAnswer(question);
  const { user, system } = process.cpuUsage(before);
  return (1e6 * houses.length) / (user + system);
}

/** Requests for houses with sun, a battery and four devices below a fuse. */
function questions(): string[] {
  const prices = realPrices();
  return Array.from({ length: HOUSES }, (_, house) => {
    const spans = prices.slice(house * SLOTS, (house + 1) * SLOTS);
    const iso = (instant: number) => new Date(1000 * instant).toISOString();
    const now = spans[0]?.start ?? 0;
    const demand = (hours: number, more: object) => ({ readyBy: iso(now + hours * 3600), ...more });
    return JSON.stringify({
      ...{ now: iso(now), timeZone: 'Europe/Berlin', importKw: 9 },
      slots: spans.map(({ start, end, price }, i) => ({
        ...{
          start: iso(start),
          end: iso(end),
          importPrice: Math.max(0, price) + 0.18,
          exportPrice: Math.max(0, price),
        },
        loadKw: 0.3 + 0.4 * Math.abs(Math.sin(i)),
        solarKw: Math.max(0, 4 * Math.sin(((start % DAY) / DAY - 0.25) * 2 * Math.PI)),
      })),
      stores: [
        {
          ...{ capacityKwh: 10, storedKwh: 3, maxChargeKw: 5, maxDischargeKw: 5, wearPerKwh: 0.03 },
          ...{ chargeEfficiency: 0.95, dischargeEfficiency: 0.95 },
        },
      ],
      devices: [
        { name: 'Car', demand: demand(31, { energyKwh: 16, powerKw: 3.7, shape: 'split' }) },
        { name: 'Dishwasher', demand: demand(20, { profile: [20, 60, 20].map((minutes) => ({ minutes, kw: 1.2 })) }) },
        { name: 'Boiler', demand: demand(24, { minutes: 120, powerKw: 2 }) },
        { name: 'Heat pump', demand: demand(24, { minutes: 480, powerKw: 1.5, shape: 'split', minOnMinutes: 30 }) },
      ],
    });
  });
}
