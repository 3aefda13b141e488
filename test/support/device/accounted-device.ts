import type { Instant } from '../../../src/core/time.ts';
import type { AccountView } from '../../../src/runtime/account/account-view.ts';
import { type DeviceState, openDevice } from '../../../src/runtime/device/open-device.ts';
import type { News } from '../../../src/runtime/device/report.ts';
import { createSite, type SiteOptions } from '../../../src/runtime/site.ts';
import { manualClock } from '../manual-clock.ts';
import { memoryStore } from '../memory-store.ts';

/** A stretch in which the relay was on. */
interface OnTime {
  readonly start: Instant;
  readonly end: Instant;
}

/**
 * A whole device under a clock turned by hand, with a relay behind its output that lets go at the end that it was told: the meter
 * looks at that alone.
 */
export async function accountedDevice(
  now: Instant,
  config: Readonly<Record<string, unknown>>,
  timeZone = 'Europe/Copenhagen',
  calculateBill?: SiteOptions['calculateBill'],
) {
  const clock = manualClock(now);
  const site = await createSite({ clock, timeZone, calculateBill });
  const texts = new Map<string, string>();
  const errors: string[] = [];
  const onTimes: OnTime[] = [];
  let relay: { readonly since: Instant; readonly until: Instant } | undefined;
  let last: News | undefined;
  let state: DeviceState | undefined;

  const context = (name: string) => memoryStore(texts, name);

  function hear(news: News): News {
    last = news;
    const { on, until } = news.switch;
    const time = clock.now();
    if (relay && (!on || relay.until <= time)) {
      const end = Math.min(relay.until, time);
      if (end > relay.since) onTimes.push({ start: relay.since, end });
      relay = undefined;
    }
    if (on) relay = { since: relay?.since ?? time, until: until ?? Number.POSITIVE_INFINITY };
    return news;
  }

  const open = () =>
    openDevice({
      site,
      config,
      owner: { id: 'n1', name: 'Boiler' },
      keeping: { context: context('device') },
      accounts: { context: context('account') },
      onNews: hear,
      onState: (told) => {
        state = told;
        hear(told.report as News);
      },
      onError: (error) => errors.push(String(error)),
    });
  let device = await open();

  return {
    clock,
    site,
    texts,
    errors,
    until: clock.advanceTo,
    input: (payload: object | undefined) => hear(device.input(payload)),
    /** The stretches that the relay was on for. */
    onTimes(): OnTime[] {
      hear(device.input(undefined));
      const present = relay ? [{ start: relay.since, end: clock.now() }] : [];
      return [...onTimes, ...present];
    },
    account(): AccountView | undefined {
      return hear(device.input(undefined)).account;
    },
    plan: () => last?.plan,
    csv: () => state?.csv?.() ?? '',
    days: () => state?.days?.(),
    /** Off for some seconds; one that is `killed` writes nothing down as it goes. */
    async restart(seconds: number, { killed = false } = {}) {
      await clock.advanceBy(0);
      const kept = new Map(texts);
      await device.close({ removed: false });
      if (killed) for (const [name, text] of kept) texts.set(name, text);
      await clock.advanceBy(seconds);
      device = await open();
    },
    close: (options: { readonly removed: boolean }) => device.close(options),
  };
}

export type AccountedHouse = Awaited<ReturnType<typeof accountedDevice>>;
