import { setImmediate } from 'node:timers/promises';
import { Switcher } from '../../../dist/src/runtime/device/switcher.js';
import { planInThread } from '../../../dist/src/runtime/planners/connection-planner.js';
import { openPowerSource } from '../../../dist/src/runtime/power/open-power-source.js';
import { createPowers } from '../../../dist/src/runtime/power/powers.js';
import { sharedConnection } from '../../../dist/src/runtime/power/shared-connection.js';
import { inTurn } from '../../../dist/src/runtime/publishing/loop-turns.js';
import { realPrices } from '../data/prices.mts';
import type { Figure } from '../harness/figure.mts';
import { processorMs } from '../harness/processor-clock.mts';

/** kW of the fuse per device. */
const FUSE = 0.17;
const LEAST_FUSE = 8;
const COMMANDS = 50;
const QUARTERS = 130;
/** Power readings of four hours, one per minute. */
const READINGS = 240;

/** Needs of four kinds, none of which all devices can have at once. */
const needOf = (i: number) =>
  [
    { shape: 'contiguous', minutes: 60 + (i % 5) * 15, powerKw: 1 + (i % 3), readyBy: '12:00' },
    { shape: 'split', minutes: 90 + (i % 7) * 10, powerKw: 1.5 + (i % 4), readyBy: '17:00' },
    { shape: 'split', minutes: 120, powerKw: 2, minOnMinutes: 30, minOffMinutes: 15, readyBy: '16:00' },
    { shape: 'contiguous', minutes: 30, powerKw: 0.5, readyBy: '20:00' },
  ][i % 4] as ConstructorParameters<typeof Switcher>[0]['settings'];

/** The longest turns of the event loop of a house: at its start, with prices, and with 50 commands at once. */
async function measured(count: number, isFull: boolean) {
  const spans = realPrices().slice(0, QUARTERS);
  const now = spans[1]?.start ?? 0;
  const alarms: { readonly at: number; readonly ring: () => void }[] = [];
  let time = now;
  const clock = {
    now: () => time,
    uptime: () => time,
    alarm(at: number, ring: () => void) {
      const alarm = { at, ring };
      alarms.push(alarm);
      return () => void (alarms.includes(alarm) && alarms.splice(alarms.indexOf(alarm), 1));
    },
  };
  let longest = 0;
  /** Everything that this thread does until the next turn counts, messages of the planning thread included. */
  const turn = async (work: () => void) => {
    const begun = processorMs();
    work();
    await setImmediate();
    longest = Math.max(longest, processorMs() - begun);
  };
  let searches = 0;
  /** Each alarm is a turn of its own. */
  const advanceTo = async (until: number) => {
    for (;;) {
      const next = alarms.reduce<(typeof alarms)[number] | undefined>(
        (first, each) => (each.at <= until && (!first || each.at < first.at) ? each : first),
        undefined,
      );
      if (!next && searches === 0) break;
      if (next && (searches === 0 || next.at <= time)) alarms.splice(alarms.indexOf(next), 1);
      else {
        await turn(() => undefined);
        continue;
      }
      time = Math.max(time, next.at);
      await turn(next.ring);
    }
    time = until;
  };
  const quarters = (at: number, length: number, kw: (hour: number) => number) =>
    Array.from({ length }, (_, i) => kw(((at / 3600 + i / 4) % 24) + 1));
  const loadKw = 0.5;
  const sunKw = (hour: number) => Math.max(0, 5 * Math.sin(((hour - 6) / 12) * Math.PI));
  const powers = createPowers();
  powers.set('house', { kind: 'consumption', expected: (at, length) => quarters(at, length, () => loadKw) });
  if (isFull) powers.set('roof', { kind: 'production', expected: (at, length) => quarters(at, length, sunKw) });
  const rule = { measure: 15, pick: 1, per: 'month', perKw: 4 } as const;
  const connection = sharedConnection(Math.max(LEAST_FUSE, FUSE * count), clock, powers, undefined, {
    peak: isFull ? { house: () => ({ rule, dailyMaxima: [2] }) } : undefined,
    async planElsewhere(problem) {
      searches++;
      try {
        return await planInThread(problem);
      } finally {
        searches--;
      }
    },
  });
  const store = {
    ...{ capacityKwh: 10, storedKwh: 3, maxChargeKw: 4, maxDischargeKw: 4, fromGrid: true, toGrid: false },
    ...{ chargeEfficiency: 0.95, dischargeEfficiency: 0.95, endValue: [] },
  };
  if (isFull)
    connection.beside(() => {
      const ahead = spans.filter(({ end }) => end > time);
      const sun = quarters(ahead[0]?.start ?? 0, ahead.length, sunKw);
      const slots = ahead.map(({ start, end, price }, i) => ({
        ...{ start, end, importPrice: price, exportPrice: 0.08, loadKw, solarKw: sun[i] ?? 0 },
      }));
      return { store, slots, worthAChange: 0.02 };
    });
  const devices = Array.from(
    { length: count },
    (_, i) =>
      new Switcher({
        ...{
          device: `device-${i}`,
          settings: needOf(i),
          onFailure: 'run',
          clock,
          timeZone: 'Europe/Berlin',
          connection,
        },
        onChange: () => undefined,
        onError: (error) => {
          throw error;
        },
        remember: () => undefined,
      }),
  );
  for (const device of devices) await turn(() => device.start());
  for (const device of devices) await turn(() => void device.price({ spans, timeZone: 'Europe/Berlin' }));
  await advanceTo(time + 10);
  const started = longest;
  longest = 0;
  const commands = devices.slice(0, COMMANDS);
  let followed = 0;
  await turn(() => {
    for (const [i, device] of commands.entries())
      inTurn(() => {
        device.ask(i % 5 === 4 ? { override: 'on', overrideUntil: 30 } : { minutes: 40 + i });
        followed++;
      });
  });
  while (followed < commands.length) await turn(() => undefined);
  await advanceTo(time + 10);
  return { clock, powers, started, commanded: longest, advanceBy: (seconds: number) => advanceTo(time + seconds) };
}

/** Milliseconds of a power reading, on average over four hours. */
async function readingMs({ clock, powers, advanceBy }: Awaited<ReturnType<typeof measured>>): Promise<number> {
  const house = await openPowerSource({
    site: { clock, timeZone: 'Europe/Berlin', powers, bill: { counted: () => undefined } },
    config: { kind: 'consumption' },
    nodeId: 'house',
    keeping: {},
    onState: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  let sum = 0;
  for (let i = 0; i < READINGS; i++) {
    await advanceBy(60);
    const begun = processorMs();
    house.input({ now: 0.4 + (i % 5) / 10 });
    sum += processorMs() - begun;
  }
  return sum / READINGS;
}

export default async function turns(): Promise<Figure[]> {
  const figure = (name: string, ms: number): Figure => ({ name: `turns: ${name}`, value: ms, unit: 'ms', ms });
  const fused = await measured(100, false);
  const figures = [
    figure('the longest at the start of 100 devices behind a fuse', fused.started),
    figure(`the longest with ${COMMANDS} commands to them at once`, fused.commanded),
    figure('a power reading beside them, on average', await readingMs(fused)),
  ];
  for (const count of [5, 10, 40, 100]) {
    const { started, commanded } = await measured(count, true);
    figures.push(
      figure(`the longest at the start of ${count} devices with fuse, sun, battery and peak`, started),
      figure(`the longest with ${Math.min(count, COMMANDS)} commands to them at once`, commanded),
    );
  }
  return figures;
}
