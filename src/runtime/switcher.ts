import { pointAt } from '../core/series.ts';
import { type Instant, isoTime, offsetsOver } from '../core/time.ts';
import type { DemandPatch } from '../messages/demand.ts';
import { type PlanPayload, planPayload } from '../messages/plan.ts';
import type { Prices } from '../messages/prices.ts';
import type { Clock } from './clock.ts';
import { asked, type Device, newDevice, reread, restored, settled, switched } from './device.ts';
import { type Markets, marketOf, marketsOf, type Orders, planFor, planWithout } from './standing.ts';

/** An alarm this many seconds late has slept through something. */
const LATE = 60;

/** Output 1 of `cheapest-window`. */
export interface SwitchState {
  readonly on: boolean;
  /** The plan's stable code, or `override`. */
  readonly reason: string;
  /** ISO 8601: when it changes next; `null` where nothing is planned. */
  readonly until: string | null;
  /** Per kWh now; `null` where it is not known. */
  readonly price: number | null;
}

export interface Known {
  readonly switch: SwitchState;
  readonly plan: PlanPayload;
  /** Which of the two to tell: what has changed, and all that an input asked for. */
  readonly tell: { readonly switch: boolean; readonly plan: boolean };
}

export interface SwitcherOptions extends Orders {
  readonly device: string;
  readonly clock: Clock;
  /** IANA zone that wall clocks are read in until prices name theirs. */
  readonly timeZone: string;
  /** What was remembered before a restart. */
  readonly memory?: Device | undefined;
  /** Called on start, and when time alone has changed something. */
  onChange(known: Known): void;
  /** Called with what went wrong while nobody asked. */
  onError(error: unknown): void;
  remember(device: Device): void;
}

/**
 * Switches one device by its plan: on whole minutes, constant inside a run, off whenever nothing says otherwise.
 * An input that cannot be followed throws and changes nothing.
 */
export class Switcher {
  readonly #options: SwitcherOptions;
  readonly #plan: typeof planFor;
  #device: Device;
  #markets: Markets | null = null;
  #shown = '';
  #cancel = () => {};

  constructor(options: SwitcherOptions, plan = planFor) {
    const { memory, clock, settings, timeZone } = options;
    this.#options = options;
    this.#plan = plan;
    this.#device = memory ?? newDevice(settings, clock.now(), timeZone);
  }

  /** Throws a `MessageError` where the node's own settings make no demand. */
  start(): void {
    const now = this.#now();
    const device = restored(this.#device, now);
    const known = this.#replan(reread(device, device.timeZone, this.#options.settings, now), this.#markets);
    this.#options.onChange({ ...known, tell: { switch: true, plan: true } });
  }

  /** The output stays as it is: a redeploy does not switch. */
  stop(): void {
    this.#cancel();
  }

  price(prices: Prices): Known {
    const { timeZone = this.#device.timeZone } = prices;
    const device = reread(this.#device, timeZone, this.#options.settings, this.#now());
    return withPlan(this.#replan(device, marketsOf(prices)));
  }

  ask(patch: DemandPatch): Known {
    const { settings } = this.#options;
    const now = this.#now();
    const device = asked(settled(this.#device, settings, now), patch, settings, now);
    return withPlan(this.#replan(device, this.#markets));
  }

  known(): Known {
    return { ...this.#describe(this.#now()), tell: { switch: true, plan: true } };
  }

  #now = (): Instant => this.#options.clock.now();

  #replan(device: Device, markets: Markets | null, plan = this.#plan): Known {
    const now = this.#now();
    const present = settled(device, this.#options.settings, now);
    const held = present.override ? switched(present, present.override.on, now) : present;
    return this.#adopt({ ...held, standing: plan(held, this.#options, markets, now) }, markets);
  }

  #adopt(device: Device, markets: Markets | null): Known {
    const now = this.#now();
    const planned = plannedAt(device, now);
    const before = this.#device.output;
    this.#device = switched({ ...device, planned }, device.override?.on ?? planned, now);
    this.#markets = markets;
    this.#arm(now);
    this.#options.remember(this.#device);
    const described = this.#describe(now);
    const shown = JSON.stringify(described.plan);
    const tell = { switch: before?.on !== described.switch.on, plan: shown !== this.#shown };
    this.#shown = shown;
    return { ...described, tell };
  }

  #arm(now: Instant): void {
    this.#cancel();
    const { standing, override } = this.#device;
    const ahead = [...edgesOf(this.#device), standing?.from, standing?.review, override?.until];
    const instant = Math.min(...(ahead.filter((instant) => instant != null && instant > now) as Instant[]));
    this.#cancel = Number.isFinite(instant) ? this.#options.clock.alarm(instant, () => this.#ring(instant)) : () => {};
  }

  #ring(instant: Instant): void {
    try {
      const known = this.#turn(instant);
      if (known.tell.switch || known.tell.plan) this.#options.onChange(known);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** A plan is made again only where time has overtaken it; at the edges of its runs it is just carried out. */
  #turn(instant: Instant): Known {
    const { standing, override } = this.#device;
    const now = this.#now();
    const overtaken = [instant + LATE, standing?.review, override?.until].some((end) => end != null && end <= now);
    if (!overtaken) return this.#adopt(this.#device, this.#markets);
    try {
      return this.#replan(this.#device, this.#markets);
    } catch (error) {
      this.#options.onError(error);
      const refused: typeof planFor = (device, orders, _markets, now) =>
        planWithout('planner-refused', device, orders, now);
      return this.#replan(this.#device, this.#markets, refused);
    }
  }

  #describe(now: Instant): Omit<Known, 'tell'> {
    const { output, override, standing, timeZone } = this.#device;
    const horizon = this.#markets && marketOf(this.#device, this.#options, this.#markets);
    const until = override?.until ?? edgesOf(this.#device).find((edge) => edge > now);
    const { plan, reason } = standing ?? NOTHING;
    return {
      switch: {
        on: output?.on ?? false,
        reason: override ? 'override' : reason,
        until: until === undefined ? null : isoIn(timeZone, until),
        price: pointAt(horizon?.spans ?? [], now)?.price ?? null,
      },
      plan: planPayload(plan, {
        device: this.#options.device,
        timeZone,
        now,
        sense: horizon?.sense ?? 'cost',
        reason,
      }),
    };
  }
}

/** An input is always answered with the plan. */
const withPlan = (known: Known): Known => ({ ...known, tell: { ...known.tell, plan: true } });

const NOTHING = {
  plan: { runs: [], outcome: { kind: 'idle', because: 'waiting' }, cost: null, baselineCost: null },
  reason: 'no-prices',
} as const;

/** Until a new plan begins the output stays as the plan before had it. */
function plannedAt({ standing, planned }: Device, now: Instant): boolean {
  if (!standing || now < standing.from) return planned;
  return standing.plan.runs.some(({ start, end }) => start <= now && now < end);
}

const edgesOf = ({ standing }: Device): Instant[] =>
  standing?.plan.runs.flatMap(({ start, end }) => [start, end]) ?? [];

const isoIn = (timeZone: string, instant: Instant) =>
  isoTime(instant, offsetsOver({ start: instant, end: instant }, timeZone)(instant));
