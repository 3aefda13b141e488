import { type Instant, isKnownTime } from '../../../../src/core/time.ts';
import type { Life } from '../life.ts';
import { type DeviceName, deviceNames, needs } from '../needs.ts';
import { MINUTE, nextTime, type Sight, SLACK } from '../sight.ts';
import type { meterLaws } from './meter-laws.ts';

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
  /** Seconds that it is on at a stretch, whoever switched it. */
  stretch: number;
  /** Until then what is measured counts: the deadline that was the next when it went on. */
  measuredUntil: Instant;
  starts: number;
  wasOn: boolean;
  deadline: Instant;
}

function freshCourse(name: DeviceName, now: Instant): Course {
  const nothing = {
    on: 0,
    unplanned: 0,
    byHand: 0,
    handAllowed: 0,
    delivered: 0,
    starts: 0,
    stretch: 0,
    measuredUntil: 0,
  };
  const { minutes, readyBy } = needs[name];
  return {
    need: minutes,
    allowed: minutes,
    ...nothing,
    wasOn: false,
    hasPlan: false,
    deadline: nextTime(readyBy, now),
  };
}

/** No device is on without a plan or a hand, nor for longer than either, and once all is well each gets what it needs. */
export function deviceLaws(
  { clock, disk, place, topicOf, fail, isSettled, isFalse }: Sight,
  meters: Pick<ReturnType<typeof meterLaws>, 'share'>,
) {
  const courses = new Map(deviceNames.map((name) => [name, freshCourse(name, clock.now())]));
  const met = { needs: 0 };
  const share = (name: DeviceName) => (name === 'car' ? meters.share(name) : 1);

  function lookAt(life: Life, name: DeviceName): void {
    const course = courses.get(name) ?? freshCourse(name, clock.now());
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
    if (on && !course.wasOn) Object.assign(course, { starts: course.starts + 1, measuredUntil: course.deadline });
    course.wasOn = on;
    lookAtNeed(name, course, on);
  }

  function lookAtNeed(name: DeviceName, course: Course, on: boolean): void {
    const now = clock.now();
    if (now < course.deadline && course.deadline - now < 2 * 86_400) return;
    const { minutes, shape, readyBy } = needs[name];
    if (now >= course.deadline && now - course.deadline < MINUTE && isSettled()) {
      met.needs++;
      const missing = minutes * MINUTE - SLACK - course.delivered;
      // That it takes less than its whole power is known only once it runs.
      const isSurprised = share(name) < 1 && course.stretch >= missing;
      if (missing > 0 && !isSurprised)
        fail(`${name} has had ${course.delivered / MINUTE} of ${minutes} minutes by ${course.deadline}`);
      if (shape === 'contiguous' && course.starts > 1)
        fail(`${name} was to run in one and has started ${course.starts} times`);
    }
    Object.assign(course, { delivered: 0, starts: 0, deadline: nextTime(readyBy, now) });
    course.allowed = on ? course.allowed + course.need : course.need;
  }

  return {
    met,
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
    /** The rest of a run begins with the next whole minute. On a full disk what was under way when there was room is found again, and what has run since is forgotten. */
    restarted(names: readonly DeviceName[] = deviceNames) {
      for (const name of names) {
        const course = courses.get(name);
        if (!course) continue;
        course.allowed++;
        if (disk.isFull())
          Object.assign(course, { byHand: 0, handAllowed: 600, allowed: course.allowed + course.need });
      }
    },
    byHand(name: DeviceName, minutes: number) {
      const course = courses.get(name);
      if (course) Object.assign(course, { byHand: 0, handAllowed: minutes });
    },
    /** So many seconds have passed as it was. */
    count(life: Life | undefined, seconds: number) {
      for (const name of deviceNames) {
        const course = courses.get(name);
        const report = life?.report(name);
        if (!course || !report) continue;
        const { on, reason } = report.switch;
        const isPlanned = on && reason !== 'override';
        const counted = seconds * (clock.now() < course.measuredUntil ? share(name) : 1);
        course.on = isPlanned ? course.on + counted : 0;
        course.stretch = on ? course.stretch + seconds : 0;
        course.unplanned = isPlanned && !course.hasPlan ? course.unplanned + seconds : 0;
        if (reason === 'override') course.byHand += seconds;
        if (on) course.delivered += counted;
      }
    },
    look(life: Life, retained: Record<string, string>) {
      for (const name of deviceNames) {
        const topic = topicOf(`window/${place.names.node[name].now()}/state`);
        const state = retained[topic];
        const isOn = life.report(name)?.switch.on ?? false;
        // Where nothing is taken any more ON expires, and whatever else is said holds nothing on.
        const lasts = state === 'ON' ? 17 * MINUTE : Number.POSITIVE_INFINITY;
        if (isFalse(topic, state !== (isOn ? 'ON' : 'OFF'), lasts))
          fail(`${name} is ${isOn ? 'on' : 'off'} and the broker says ${state}`);
        lookAt(life, name);
      }
    },
  };
}
