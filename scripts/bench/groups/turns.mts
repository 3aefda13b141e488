import { Switcher } from '../../../dist/src/runtime/device/switcher.js';
import { openPowerSource } from '../../../dist/src/runtime/power/open-power-source.js';
import { createPowers } from '../../../dist/src/runtime/power/powers.js';
import { sharedConnection } from '../../../dist/src/runtime/power/shared-connection.js';
import { realPrices } from '../data/prices.mts';
import type { Figure } from '../harness/figure.mts';
import { processorMs } from '../harness/processor-clock.mts';

const DEVICES = 100;
/** kW of the fuse. */
const FUSE = 17;
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

/** The longest turn of the event loop of 100 devices behind a fuse: at their start, with prices, and with 50 commands at once. */
export default async function turns(): Promise<Figure[]> {
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
  const turn = (work: () => void) => {
    const begun = processorMs();
    work();
    longest = Math.max(longest, processorMs() - begun);
  };
  /** Each alarm is a turn of its own. */
  const advanceTo = (until: number) => {
    for (;;) {
      const next = alarms.reduce<(typeof alarms)[number] | undefined>(
        (first, each) => (each.at <= until && (!first || each.at < first.at) ? each : first),
        undefined,
      );
      if (!next) break;
      alarms.splice(alarms.indexOf(next), 1);
      time = Math.max(time, next.at);
      turn(next.ring);
    }
    time = until;
  };
  const powers = createPowers();
  powers.set('house', { kind: 'consumption', expected: (_, count) => Array(count).fill(0.5) });
  const connection = sharedConnection(FUSE, clock, powers);
  const devices = Array.from(
    { length: DEVICES },
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
  for (const device of devices) turn(() => device.start());
  for (const device of devices) turn(() => void device.price({ spans, timeZone: 'Europe/Berlin' }));
  advanceTo(time + 10);
  const started = longest;
  longest = 0;
  turn(() => {
    for (const [i, device] of devices.slice(0, COMMANDS).entries())
      device.ask(i % 5 === 4 ? { override: 'on', overrideUntil: 30 } : { minutes: 40 + i });
  });
  advanceTo(time + 10);
  const commanded = longest;
  const house = await openPowerSource({
    site: { clock, timeZone: 'Europe/Berlin', powers },
    config: { kind: 'consumption' },
    nodeId: 'house',
    keeping: {},
    onState: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  let readingMs = 0;
  for (let i = 0; i < READINGS; i++) {
    advanceTo(time + 60);
    const begun = processorMs();
    house.input({ now: 0.4 + (i % 5) / 10 });
    readingMs += processorMs() - begun;
  }
  const figure = (name: string, ms: number): Figure => ({ name, value: ms, unit: 'ms', ms });
  return [
    figure(`turns: the longest at the start of ${DEVICES} devices behind a fuse`, started),
    figure(`turns: the longest with ${COMMANDS} commands to them at once`, commanded),
    figure('turns: a power reading beside them, on average', readingMs / READINGS),
  ];
}
