import { expect } from 'vitest';
import { type Instant, isKnownTime } from '../../../src/core/time.ts';
import { readSettings } from '../../../src/messages/demand/demand.ts';
import { MessageError } from '../../../src/messages/parse.ts';
import { type Chance, chanceOf } from '../chance.ts';
import { at, days, HOUR, type House, setUp, shown } from './one-device.ts';

const MINUTE = 60;
const DAY = 24 * HOUR;
/** A month round the spring change. */
const START = at('2026-03-16 06:00');
const DAYS = 30;
const dates = Array.from({ length: DAYS + 14 }, (_, i) => shown(START + (i - 6) * DAY).slice(0, 10));

/** How wrong a clock may be: not at all most of the time. */
const SKEWS = [
  0,
  0,
  0,
  -20,
  20,
  95,
  -95,
  HOUR,
  -HOUR,
  5 * HOUR,
  -3 * HOUR,
  DAY,
  -DAY,
  5 * 365 * DAY,
  -60 * 365 * DAY,
] as const;

/**
 * Thirty days of one device, by a clock that nobody sets, through whatever `seed` has in store for it: prices and gaps, messages,
 * overrides, restarts, deployments, sleep, and a clock that is set wrong and right again. Throws at the first moment at
 * which it is on without a plan or an override that is due, for longer than its need, or than its override.
 */
export async function liveThrough(seed: number): Promise<{ readonly onMinutes: number }> {
  const chance = chanceOf(seed);
  const minutes = chance.of([20, 60, 180] as const);
  // As a dialog saves them: a memory knows them again.
  let settings = readSettings({
    minutes,
    shape: chance.of(['contiguous', 'split'] as const),
    readyBy: chance.of(['', '07:00', '18:30'] as const),
  });
  const house = setUp({
    now: shown(START),
    settings,
    onFailure: chance.of(['run', 'off'] as const),
    prices: pricesFrom(chance),
  });
  const watch = watcher(house, minutes, seed);
  const { clock } = house;
  const born = clock.uptime();
  /** The clock as it would be if nobody had set it wrong. */
  const right = () => START + clock.uptime() - born;
  const skewed = () => right() + chance.of(SKEWS);
  const events = {
    price: () => orRefused(() => house.price(pricesFrom(chance))),
    ask: () => watch.need(chance.of([0, 20, 60, 240] as const)),
    override: () => watch.override(chance.of(['on', 'on', 'off', 'auto'] as const), chance.of([10, 60, 600] as const)),
    restart: () => house.restart(clock.now() + chance.below(90 * MINUTE), settings),
    deploy: () => house.restart(clock.now(), settings),
    'deploy another power': () => {
      settings = readSettings({ ...settings, powerKw: settings.powerKw === 2 ? 3 : 2 });
      return watch.deploy(() => house.restart(clock.now(), settings));
    },
    sleep: () => clock.jumpTo(clock.now() + chance.below(10 * HOUR)),
    set: () => clock.setTo(skewed()),
    'set while stopped': () => house.restartAt(skewed()),
  };
  const kinds = [
    'price',
    'price',
    'ask',
    'override',
    'restart',
    'deploy',
    'deploy another power',
    'sleep',
    'set',
    'set',
    'set while stopped',
  ] as const;
  while (clock.uptime() - born < DAYS * DAY) {
    const kind = chance.of(kinds);
    await events[kind]();
    watch.happened(kind);
    await watch.pass(chance.below(9 * 60) * MINUTE);
  }
  expect(house.errors).toEqual([]);
  return { onMinutes: watch.onSeconds() / MINUTE };
}

/** Prices of some days, with a cheap hour, and some hours missing. */
function pricesFrom(chance: Chance) {
  const from = chance.below(DAYS);
  const prices = days(dates.slice(from, from + 3 + chance.below(9)), {
    [chance.below(24)]: 0.1,
    [chance.below(24)]: 0.4,
  });
  const gap = chance.below(40);
  return { ...prices, spans: prices.spans.filter((_, i) => i % 40 !== gap) };
}

/** What is years away by a wrong clock is refused, and changes nothing. */
function orRefused(ask: () => unknown): void {
  try {
    ask();
  } catch (error) {
    expect(error).toBeInstanceOf(MessageError);
  }
}

function watcher(house: House, own: number, seed: number) {
  const { clock } = house;
  let need = own;
  /** The stretch that the plan has the device on for. */
  let stretch = { seconds: 0, need: 0, periods: new Set<unknown>() };
  let override = { seconds: 0, most: 0 };
  let onSeconds = 0;
  /** Seconds that it has been on for and no plan has said so, counted from the moment at which the last one was seen to be gone. */
  let unplanned = 0;
  let isPlanned = true;
  let last = 'the start';
  let wasOn = false;
  const fail = (what: string) =>
    expect.fail(`seed ${seed}, ${shown(clock.now())}, after ${last}: ${what}\n${house.said.slice(-6).join('\n')}`);

  /** Looks whether what it does is due. */
  function look(): void {
    const { switch: output, plan } = house.report();
    const now = clock.now();
    const byHand = output.reason === 'override';
    if (output.on && !byHand) {
      // A plan begins with the next whole minute; until then the last one holds.
      isPlanned = plan.runs.some(({ start, end }) => start <= now && now < end);
      if (isPlanned) unplanned = 0;
      if (unplanned > MINUTE) fail('on without a plan');
      if (!wasOn && !isKnownTime(now)) fail('started on a clock that nobody has set');
      stretch.need = Math.max(stretch.need, need);
      stretch.periods.add(house.periodEnd());
    } else {
      [unplanned, isPlanned] = [0, true];
      stretch = { seconds: 0, need: 0, periods: new Set() };
    }
    if (byHand && override.seconds > override.most * MINUTE + MINUTE) fail('longer than its override');
    if (stretch.seconds > stretch.need * MINUTE * Math.max(1, stretch.periods.size) + MINUTE)
      fail(`longer than its need: ${JSON.stringify({ ...stretch, periods: [...stretch.periods] })}`);
    wasOn = output.on;
  }

  function count(seconds: number): void {
    const { on, reason } = house.report().switch;
    if (reason === 'override') override.seconds += seconds;
    else if (on) {
      stretch.seconds += seconds;
      if (!isPlanned) unplanned += seconds;
    }
    if (on) onSeconds += seconds;
  }

  return {
    need(minutes: number) {
      house.ask({ minutes });
      need = minutes;
    },
    override(word: 'on' | 'off' | 'auto', minutes: number) {
      house.ask({ override: word, overrideUntil: minutes });
      override = { seconds: 0, most: minutes };
    },
    /** It leaves an order by hand as it is, and of what else was told nothing. */
    async deploy(settings: () => Promise<void>) {
      const order = () => {
        const { override, overrideUntil } = house.report().demand;
        return override === 'auto' ? override : [override, overrideUntil, house.report().switch.until];
      };
      const before = order();
      await settings();
      expect([seed, order()]).toEqual([seed, before]);
      need = own;
    },
    happened(kind: string) {
      last = kind;
      look();
    },
    /** Lets time pass, from one alarm to the next: in between nothing changes. */
    async pass(seconds: number) {
      const until: Instant = clock.now() + seconds;
      while (clock.now() < until) {
        const next = Math.min(until, Math.max(clock.now() + 1, clock.alarms()[0] ?? until));
        count(next - clock.now());
        await clock.advanceTo(next);
        look();
      }
    },
    onSeconds: () => onSeconds,
  };
}
