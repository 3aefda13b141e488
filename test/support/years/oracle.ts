import { expect } from 'vitest';
import { addDays, type Instant, isKnownTime, localDate, wallTime } from '../../../src/core/time.ts';
import { root } from '../publishing-house.ts';
import type { DeviceName, Life, Place } from './life.ts';
import { deviceNames, needs } from './life.ts';
import type { Market } from './market.ts';

const ZONE = 'Europe/Berlin';
const HOUR = 3600;
const MINUTE = 60;
/** A plan begins with the next whole minute. */
const SLACK = 60;
/** Seconds after which prices, plans and topics are as they are to be, when nothing has failed meanwhile. */
const SETTLED = 2 * 86_400;

/** What one device has done, in seconds that nobody sets. */
interface Course {
  /** Minutes that it has been told to need, in each period. */
  need: number;
  /** Minutes that it may be on for in one stretch. */
  allowed: number;
  on: number;
  unplanned: number;
  /** A run of its plan was under way when it was looked at. */
  hasPlan: boolean;
  byHand: number;
  handAllowed: number;
  /** Of the period that its need is for. */
  delivered: number;
  starts: number;
  wasOn: boolean;
  deadline: Instant;
}

/**
 * Looks at a house from outside at every moment and throws at the first that is wrong: it knows the market, what the house
 * has been told, and nothing of how it decides.
 */
export function oracleOf(place: Place, market: Market, seed: number) {
  const { clock, broker, disk } = place;
  const courses = new Map(deviceNames.map((name) => [name, freshCourse(name)]));
  let last = 'the start';
  let happenedAt = clock.uptime();
  let calmSince: number | undefined;
  let connectedAt: number | undefined;
  let diedAt: number | undefined;
  let spokeAt = Number.NEGATIVE_INFINITY;
  const met = { needs: 0, prices: 0, unknown: 0 };

  function freshCourse(name: DeviceName): Course {
    const nothing = { on: 0, unplanned: 0, byHand: 0, handAllowed: 0, delivered: 0, starts: 0 };
    const { minutes } = needs[name];
    return {
      need: minutes,
      allowed: minutes,
      ...nothing,
      wasOn: false,
      hasPlan: false,
      deadline: deadlineAfter(name, clock.now()),
    };
  }

  const fail = (what: string) =>
    expect.fail(`seed ${seed}, ${new Date(clock.now() * 1000).toISOString()}, after ${last}: ${what}`);
  const since = (moment: number | undefined) => (moment === undefined ? 0 : clock.uptime() - moment);
  const isSettled = () => since(calmSince) > SETTLED;
  const isRight = (start: Instant, price: number) => Math.abs(price - market.truth(start)) < 2e-6;

  /** Tomorrow is priced as of the day on which it was asked for. */
  const isRightIn = (fetchedAt: Instant, start: Instant, price: number) =>
    isRight(start, price) || (start > fetchedAt && Math.abs(price - market.truth(start, fetchedAt)) < 2e-6);

  function lookAtPrices(life: Life, retained: Record<string, string>): void {
    const now = clock.now();
    const price = life.price();
    if (price && !(price.start <= now && now < price.end && isRight(price.start, price.now)))
      fail(`shows ${price.now} of ${price.start}, not ${market.truth(Math.floor(now / HOUR) * HOUR)}`);
    for (const series of life.sent.splice(0))
      for (const { start, total } of series.prices)
        if (!isRightIn(series.fetchedAt, start, total))
          fail(`a series has ${total} at ${start}, not ${market.truth(start)}`);
    if (price) met.prices++;
    else met.unknown++;
    if (isSettled() && !price) fail('does not show a price that is published');
    if (connectedAt === undefined || since(connectedAt) < 5 || since(happenedAt) < 5) return;
    const shown = retained[`${root}/price/now`];
    if (shown !== undefined && !isRight(Math.floor(now / HOUR) * HOUR, Number(shown)))
      fail(`the broker shows ${shown}, not ${market.truth(Math.floor(now / HOUR) * HOUR)}`);
    if (isSettled() && shown === undefined) fail('the broker has no price');
    for (const name of deviceNames) {
      const state = retained[`${root}/window/${name}/state`];
      const isOn = life.report(name)?.switch.on ?? false;
      if (state !== (isOn ? 'ON' : 'OFF')) fail(`${name} is ${isOn ? 'on' : 'off'} and the broker says ${state}`);
    }
  }

  function lookAtDevice(life: Life, name: DeviceName): void {
    const course = courses.get(name) ?? freshCourse(name);
    const now = clock.now();
    const report = life.report(name);
    if (!report) return;
    const { on, reason } = report.switch;
    course.hasPlan = report.plan.runs.some(({ start, end }) => start <= now && now < end);
    if (on && reason !== 'override') {
      if (course.unplanned > SLACK) fail(`${name} is on without a plan`);
      // On a full disk a restart finds what was under way when there was room, and finishes that.
      if (!course.wasOn && !isKnownTime(now) && !disk.isFull())
        fail(`${name} has started on a clock that nobody has set`);
      if (course.on > course.allowed * MINUTE + SLACK) fail(`${name} is on for ${course.on / MINUTE} minutes`);
    }
    if (on && reason === 'override' && course.byHand > course.handAllowed * MINUTE + SLACK)
      fail(`${name} is on by hand for longer than it was told`);
    if (on && !course.wasOn) course.starts++;
    course.wasOn = on;
    if (now < course.deadline && course.deadline - now < 2 * 86_400) return;
    const { minutes, shape } = needs[name];
    if (now >= course.deadline && now - course.deadline < MINUTE && isSettled()) {
      met.needs++;
      if (course.delivered < minutes * MINUTE - SLACK)
        fail(`${name} has had ${course.delivered / MINUTE} of ${minutes} minutes by ${course.deadline}`);
      if (shape === 'contiguous' && course.starts > 1)
        fail(`${name} was to run in one and has started ${course.starts} times`);
    }
    Object.assign(course, { delivered: 0, starts: 0, deadline: deadlineAfter(name, now) });
    course.allowed = on ? course.allowed + course.need : course.need;
  }

  function lookAtBattery(life: Life): void {
    const order = life.order();
    if (!order || order.mode === 'normal' || order.reason === 'override') return;
    if (!isKnownTime(clock.now())) fail(`the battery is told ${order.mode} by a clock that nobody has set`);
    if (since(spokeAt) > 15 * MINUTE + SLACK) fail(`the battery is told ${order.mode} although it is silent`);
  }

  return {
    met,
    happened(what: string) {
      [last, happenedAt] = [what, clock.uptime()];
    },
    calm(isCalm: boolean) {
      calmSince = isCalm ? clock.uptime() : undefined;
    },
    /** Its need is another; what has torn or a node made anew needs what its settings say. */
    need(name: DeviceName, minutes: number) {
      const course = courses.get(name);
      if (!course) return;
      course.need = Math.max(minutes, needs[name].minutes);
      course.allowed += course.need;
    },
    /** Its period may begin anew. */
    clockSet() {
      for (const course of courses.values()) course.allowed += 2 * course.need;
    },
    byHand(name: DeviceName, minutes: number) {
      const course = courses.get(name);
      if (course) Object.assign(course, { byHand: 0, handAllowed: minutes });
    },
    connected(isConnected: boolean) {
      connectedAt = isConnected ? clock.uptime() : undefined;
    },
    died(isDead: boolean) {
      diedAt = isDead ? clock.uptime() : undefined;
    },
    spoke() {
      spokeAt = clock.uptime();
    },
    /** So many seconds have passed as it was. */
    count(life: Life | undefined, seconds: number) {
      for (const name of deviceNames) {
        const course = courses.get(name);
        const report = life?.report(name);
        if (!course || !report) continue;
        const { on, reason } = report.switch;
        const isPlanned = on && reason !== 'override';
        course.on = isPlanned ? course.on + seconds : 0;
        course.unplanned = isPlanned && !course.hasPlan ? course.unplanned + seconds : 0;
        if (reason === 'override') course.byHand += seconds;
        if (on) course.delivered += seconds;
      }
    },
    look(life: Life | undefined) {
      const retained = broker.retained();
      broker.heard();
      if (life) {
        lookAtPrices(life, retained);
        for (const name of deviceNames) lookAtDevice(life, name);
        lookAtBattery(life);
        if (isSettled() && life.errors.length > 0) fail(`something went wrong: ${life.errors.at(-1)}`);
        if (!isSettled()) life.errors.splice(0);
      }
      if (diedAt === undefined) return;
      if (since(diedAt) > 16 * MINUTE)
        for (const name of deviceNames)
          if (retained[`${root}/window/${name}/state`] === 'ON') fail(`${name} is told ON by a dead process`);
      if (since(diedAt) > HOUR && retained[`${root}/price/now`]) fail('a dead process shows a price');
    },
  };
}

function deadlineAfter(name: DeviceName, now: Instant): Instant {
  const today = localDate(now, ZONE);
  const [first = 0, second = 0] = [today, addDays(today, 1)].map((day) => wallTime(day, needs[name].readyBy, ZONE));
  return first > now ? first : second;
}
