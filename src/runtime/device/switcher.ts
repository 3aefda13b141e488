import { type Instant, isKnownTime, utcTime } from '../../core/time.ts';
import { type DemandPatch, type DemandSettings, isMeasuredOnly } from '../../messages/demand/demand.ts';
import { assertNearPrices } from '../../messages/near.ts';
import type { MarketPrices } from '../../messages/prices.ts';
import type { Claim } from '../../planner/house/order.ts';
import type { AccountKeeper } from '../account/open-account.ts';
import { type Clock, stepsOf } from '../clock.ts';
import type { ConnectionSeat, SharedConnection } from '../power/shared-connection.ts';
import { asked, isTheSame, withMeter } from './asked.ts';
import { caughtUp, moved } from './clock-step.ts';
import { deliveredBy, hasDrifted, isMeterSilent, isSameCredit } from './credit.ts';
import {
  type Device,
  isPlanned,
  newDevice,
  onceIn,
  reconfigured,
  relayUntil,
  reread,
  restored,
  settled,
  switched,
  takerOf,
} from './device.ts';
import { planWithout, resumed } from './fallback.ts';
import { overrideWords } from './override.ts';
import { isSameMarkets, type Markets, marketOf, marketsOf, planFor, runsOn, withBought } from './planning.ts';
import { answer, type DeviceReport, type News, reportOf } from './report.ts';
import { edgesOf, isInForce, isPlanKept, nextTurn, type Orders } from './review.ts';
import { claimOf, loadAt, type TakenPower, takenBy, takesPart } from './share.ts';

export interface SwitcherOptions extends Orders {
  readonly device: string;
  readonly clock: Clock;
  /** IANA zone that wall clocks are read in until prices name theirs. */
  readonly timeZone: string;
  /** The device as it was before a restart. */
  readonly memory?: Device | undefined;
  /** Left out: nobody keeps an account. */
  readonly account?: AccountKeeper | undefined;
  /** Shared with the other devices of the site. */
  readonly connection?: SharedConnection | undefined;
  /** Called on start, and when time alone has changed something. */
  onChange(news: News): void;
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
  readonly #steps: () => number;
  #device: Device;
  #markets: Markets | null = null;
  #told = '';
  #cancel = () => {};
  #seat: ConnectionSeat | undefined;

  constructor(options: SwitcherOptions, plan = planFor) {
    const { memory, clock, settings, timeZone } = options;
    this.#options = options;
    this.#plan = (device, orders, markets, now) => {
      const seat = this.seatOf(device);
      if (!seat) return plan(device, orders, markets, now);
      let isJoint = true;
      const standing = plan(device, orders, markets, now, (claim, from) => {
        const found = seat.plan(claim, from);
        isJoint = found.isJoint;
        return found;
      });
      if (isJoint) return standing;
      seat.request();
      // The output stays as it is until all devices are planned together.
      return { ...standing, from: Math.max(standing.from, now + 1) };
    };
    this.#steps = stepsOf(clock);
    this.#device = memory ?? newDevice(settings, clock.now(), timeZone);
  }

  /** Throws a `MessageError` where the node's own settings make no demand. */
  start(): void {
    const now = this.#now();
    this.#seat = this.#options.connection?.join({
      claim: () => claimOf(this.#device, this.#options, this.#markets, this.#now()),
      takes: () => this.takes().map((span) => ({ ...span, kw: span.mostKw })),
      name: this.#options.device,
      load: () => loadAt(this.#device, this.#options, this.#now()),
      replan: () => this.#ring(this.#now(), () => this.#planAgain()),
      isOn: () => this.#device.output?.on ?? false,
      carryOut: () => this.#ring(this.#now()),
    });
    this.#device = caughtUp(this.#device, this.#options.settings, now);
    this.#options.account?.resume(this.#taker(), relayUntil(this.#device, now));
    const device = restored(this.#device, now);
    const report = this.#replan(
      reread(device, device.timeZone, this.#options.settings, now),
      this.#markets,
      this.#resume,
    );
    this.#options.onChange({ ...report, tell: { switch: true, plan: true } });
  }

  /** The output stays as it is: a redeploy does not switch. */
  stop(): void {
    this.#cancel();
    this.#seat?.leave();
    this.#followClock();
    this.#options.remember({ ...this.#device, seen: this.#now() });
  }

  price(prices: MarketPrices): News {
    this.#catchUp();
    const now = this.#now();
    if (isKnownTime(now)) assertNearPrices(prices, now);
    const { timeZone = this.#device.timeZone } = prices;
    const device = reread(this.#device, timeZone, this.#options.settings, now);
    return answer(this.#hear(device, marketsOf(prices, timeZone)));
  }

  ask(patch: DemandPatch): News {
    this.#catchUp();
    const { settings } = this.#options;
    const now = this.#now();
    if (isMeasuredOnly(patch)) return answer(this.#measure(patch, now));
    return answer(this.#hear(asked(settled(this.#device, settings, now), patch, settings, now), this.#markets));
  }

  /** Asks for nothing, and is said often: nothing is planned, nor written down, until it is a minute more or less than was planned. */
  #measure(patch: DemandPatch, now: Instant): News {
    const before = this.#device;
    const heard = withMeter(before, patch, this.#options.settings, now);
    if (!isSameCredit(heard, before)) return this.#hear(heard, this.#markets);
    this.#device = heard;
    this.#tellAccount(before);
    this.#arm(now);
    return { ...this.#reportAt(now), tell: { switch: false, plan: true } };
  }

  /** What is told again is no news: the runs stay what they are, as they would if nobody had said anything. */
  #hear(heard: Device, markets: Markets | null): News {
    const { standing } = this.#device;
    const isNews =
      !isInForce(standing, this.#now()) ||
      !isTheSame(heard, this.#device, this.#options.settings) ||
      (markets !== this.#markets && !isSameMarkets(markets, this.#markets));
    const seat = this.seatOf(heard);
    if (isNews && seat && markets !== this.#markets) return this.#await(seat, heard, markets);
    if (isNews) return this.#replan(heard, markets);
    if (seat) return this.#replan(heard, markets, () => standing);
    return this.#replan(heard, markets, (...question) => {
      const fresh = this.#plan(...question);
      return runsOn(fresh, standing) ? fresh : standing;
    });
  }

  /** New prices come to all devices of a site, one after the other: what was planned on prices stands until all have them. */
  #await(seat: ConnectionSeat, heard: Device, markets: Markets | null): News {
    const news = this.#replan(heard, markets, (...question) => {
      const { standing } = question[0];
      const stands = isInForce(standing, this.#now()) && standing.plan.runs.some(({ cost }) => cost !== null);
      return stands ? standing : this.#plan(...question);
    });
    seat.priced();
    return news;
  }

  report(): News {
    this.#catchUp();
    return { ...this.#reportAt(this.#now()), tell: { switch: true, plan: true } };
  }

  /** All that messages have told it; what was switched by hand with the end that it has. */
  told(): DemandPatch {
    const { told, once, override } = this.#device;
    return {
      ...(once?.lasting ?? told),
      ...onceIn(this.#device),
      ...overrideWords(this.#device),
      ...(override && { overrideUntil: utcTime(override.until) }),
    };
  }

  /** The report that a message would lead to. Throws as `ask` does. */
  preview(patch: DemandPatch): DeviceReport {
    const now = this.#now();
    const { settings, device: name } = this.#options;
    const device = asked(settled(this.#device, settings, now), patch, settings, now);
    const seat = this.seatOf(device);
    const ask = seat && ((claim: Claim, from: Instant) => seat.plan(claim, from));
    const standing = planFor(device, this.#options, this.#markets, now, ask);
    const market = this.#markets && marketOf(device, this.#options, this.#markets);
    return reportOf(name, { ...device, standing }, settings, market, now);
  }

  /** Seconds of the need that have run by now. */
  delivered(): number {
    return deliveredBy(this.#device, this.#now());
  }

  /** The power that it takes by its plan, and by hand. */
  takes(): TakenPower[] {
    return takenBy(this.#device, this.#options);
  }

  /** The device as it would go on from now with `settings` of its node. */
  goingOn(settings: DemandSettings): Device {
    const device = { ...this.#device, seen: this.#now() };
    const isSame = JSON.stringify(settings) === JSON.stringify(this.#options.settings);
    return isSame ? device : reconfigured(device);
  }

  #taker = () => takerOf(this.#device, this.#options.settings);

  seatOf = (device: Device, orders: Orders = this.#options) =>
    this.#options.connection?.isShared() && takesPart(device, orders) ? this.#seat : undefined;

  /** The output as its plan or an override has it, unless no power is left for it. */
  #held(device: Device, now: Instant): Device {
    const isDue = device.override?.on ?? device.planned;
    const on = isDue && !this.#seat?.withheld();
    if (on && !device.output?.on) this.#seat?.makeRoom();
    return switched(device, on, now);
  }

  #now = (): Instant => this.#options.clock.now();

  #replan(device: Device, markets: Markets | null, plan = this.#plan): News {
    const now = this.#now();
    const planned = isPlanned(device, now);
    const present = settled({ ...device, planned }, this.#options.settings, now);
    const held = this.#held(present, now);
    return this.#adopt({ ...held, standing: plan(held, this.#options, markets, now) }, markets);
  }

  /** At its end an override has the plan made again; until then the one that was made on prices stands, as it does while they come. */
  #resume: typeof planFor = (device, orders, markets, now) => {
    const { override, standing } = device;
    const stands = override && standing && (standing.review ?? override.until) > now;
    return (stands ? standing : resumed(device, orders, now)) ?? this.#plan(device, orders, markets, now);
  };

  #adopt(device: Device, markets: Markets | null): News {
    const now = this.#now();
    const planned = isPlanned(device, now);
    const before = this.#device;
    // The connection reckons with what it now takes.
    this.#device = { ...device, planned };
    this.#device = { ...this.#held(this.#device, now), seen: now };
    this.#markets = markets;
    this.#tellAccount(before);
    this.#arm(now);
    this.#options.remember(this.#device);
    const report = this.#reportAt(now);
    const plan = JSON.stringify([report.plan, device.told]);
    const tell = { switch: before.output?.on !== report.switch.on, plan: plan !== this.#told };
    this.#told = plan;
    this.#seat?.changed();
    return { ...report, tell };
  }

  #arm(now: Instant): void {
    this.#cancel();
    const next = nextTurn(this.#device, now);
    if (next === undefined) return;
    this.#cancel = this.#options.clock.alarm(next, () => this.#ring(next));
  }

  /** True where the clock has been set: the plan is to be made again. */
  #followClock(): boolean {
    const step = this.#steps();
    if (step !== 0) {
      this.#device = moved(this.#device, this.#options.settings, step, this.#now());
      this.#options.account?.step(step, this.#device.timeZone);
    }
    this.#options.account?.count(this.#taker());
    this.#device = withBought(this.#device, this.#options, this.#markets, this.#now());
    return step !== 0;
  }

  #tellAccount(before: Device): void {
    const horizon = this.#markets && marketOf(this.#device, this.#options, this.#markets);
    this.#options.account?.adopted(before, this.#taker(), horizon, this.#markets?.currency);
  }

  /** Before an input: one that is refused must leave nothing that is of a wrong time. */
  #catchUp(): void {
    if (this.#followClock()) this.#ring(this.#now());
  }

  #ring(due: Instant, turn = () => this.#turn(due)): void {
    try {
      this.#followClock();
      const { override } = this.#device;
      const isEdge = edgesOf(this.#device).includes(due);
      const news = turn();
      // An override that ends may leave both as they are, and so may a run that ends while a hand holds the device.
      if (news.tell.switch || news.tell.plan || isEdge || override !== this.#device.override)
        this.#options.onChange(news);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** A plan is made again only where time has overtaken it; at the edges of its runs it is just carried out. */
  #turn(due: Instant): News {
    const [device, now] = [this.#device, this.#now()];
    const isCounted = isPlanned(device, now) && hasDrifted(device, now);
    if (!isMeterSilent(device, now) && !isCounted && isPlanKept(device, due, now))
      return this.#adopt(device, this.#markets);
    return this.#planAgain();
  }

  #planAgain(): News {
    try {
      return this.#replan(this.#device, this.#markets);
    } catch (error) {
      this.#options.onError(error);
      return this.#replan(this.#device, this.#markets, (device, orders, _markets, now) =>
        planWithout('planner-refused', device, orders, now),
      );
    }
  }

  #reportAt(now: Instant): DeviceReport {
    const market = this.#markets && marketOf(this.#device, this.#options, this.#markets);
    const { device, settings } = this.#options;
    const dimming = this.#options.connection?.dimming();
    const account = this.#options.account?.view(this.#taker());
    const withheld = this.#seat?.withheld;
    return reportOf(device, this.#device, settings, market, now, { dimming, withheld, account });
  }
}
