import { type Instant, isKnownTime } from '../../core/time.ts';
import { type DemandSettings, mergeDemand, withDefaults } from '../../messages/demand/demand.ts';
import { periodAt } from '../../messages/demand/resolve-demand.ts';
import { measuredMoved } from '../account/measured.ts';
import { behind } from '../clock.ts';
import { armed, type Device, isPlanned, relayUntil, type StandingPlan } from './device.ts';
import { overrideMoved, overrideResumed } from './override.ts';

/**
 * The device after its clock was set by `step` seconds, and shows `now`. What has run and what is left of a run or of an
 * override are lengths and stay what they are; what lies ahead stays at its instant, and the plan is made again.
 */
export function moved(before: Device, own: DemandSettings, step: number, now: Instant): Device {
  const device = withTimeOff(before, step, now);
  const { born, changed, credit, output, standing, measured } = device;
  const { bought, metered } = credit;
  const present = inItsPeriod(
    {
      ...device,
      born: born + step,
      ...(changed && { changed: { ...changed, at: changed.at + step } }),
      credit: {
        ...credit,
        from: credit.from + step,
        bought: { ...bought, until: bought.until + step },
        ...(metered && { metered: { ...metered, until: metered.until + step } }),
      },
      ...(measured && { measured: measuredMoved(measured, step) }),
      output: output && { ...output, since: output.since + step },
      standing: standing && planMoved(standing, device.planned, step, now),
    },
    own,
    now,
  );
  return { ...present, override: overrideMoved(present, step, now) };
}

/** The device after a restart at `now`, where its memory is of a time that the clock has yet to come to. */
export function caughtUp(device: Device, own: DemandSettings, now: Instant): Device {
  const last = Math.max(device.seen, device.credit.from, device.output?.since ?? 0);
  const step = behind(last, now);
  return step === 0 ? device : moved(withEndsKept(device, last), own, step, now);
}

/** The device with the ends that are in force by the clock before the restart: they count again once the clock is right. */
function withEndsKept(device: Device, last: Instant): Device {
  const { output, resumed = { lag: 0, until: relayUntil(device, last) } } = device;
  return { ...device, override: overrideResumed(device.override), ...(output?.on && { resumed }) };
}

/**
 * Keeps how far a clock is behind since a restart. Once a step takes it past the time last seen, the time since then is known: a relay
 * keeps its position while this process is off, so that time counts as delivered, up to the end that was set.
 */
function withTimeOff({ resumed, ...device }: Device, step: number, now: Instant): Device {
  if (!resumed) return device;
  const off = step - resumed.lag;
  if (off < 0) return { ...device, resumed: { ...resumed, lag: -off } };
  const { credit, connected = true } = device;
  const ran = connected ? Math.max(0, off - Math.max(0, now - resumed.until)) : 0;
  return { ...device, credit: { ...credit, seconds: credit.seconds + ran } };
}

/** Only what is under way moves with the clock; a plan that was to begin with the next minute still does. */
function planMoved(standing: StandingPlan, planned: boolean, step: number, now: Instant): StandingPlan {
  const before = now - step;
  const underWay = planned ? Math.max(before, standing.from) : before;
  const minutes = Math.floor(step / 60) * 60;
  let from = now;
  const runs = standing.plan.runs.flatMap((run) => {
    if (run.end <= before) return [];
    if (run.start > underWay) return run.start > from ? [run] : [];
    from = run.end + minutes;
    return [{ ...run, start: run.start + minutes, end: from }];
  });
  return { ...standing, plan: { ...standing.plan, runs }, from: standing.from + step, review: now };
}

/** Before a deadline that was given once, what was told for it counts again, below what has been told since. */
function withFormer(device: Device, now: Instant): Device {
  const { told: former, once } = device.other ?? {};
  if (!former || (once ? once.until <= now : !periodAt(former, now, device.timeZone))) return device;
  const { soc, ...since } = device.told;
  const told = mergeDemand(former, soc === former.soc ? since : device.told);
  return { ...device, told, ...(once && { once: { ...once, lasting: device.told } }) };
}

/**
 * A clock that is set to another period finds what it knows of that. A run under way counts for the period that it is
 * in then; where that comes before the run's own, the run goes on to be the next one's.
 */
function inItsPeriod(moved: Device, own: DemandSettings, now: Instant): Device {
  if (!isKnownTime(now)) return moved;
  const device = withFormer(moved, now);
  const settings = withDefaults(own, device.told);
  const period = periodAt(settings, now, device.timeZone) ?? null;
  if (period?.end === device.period?.end) return device;
  if (!device.output?.on || !isPlanned(device, now)) return armed(device, own, now);
  const next = period && periodAt(settings, period.end, device.timeZone);
  const isOwn = device.period && (device.period.end <= now || device.period.end === next?.end);
  return isOwn ? device : { ...device, period };
}
