import type { DemandSettings } from '../../../src/messages/demand/demand.ts';
import { newAccountState } from '../../../src/runtime/account/account-state.ts';
import type { AccountKeeper } from '../../../src/runtime/account/open-account.ts';
import type { Device } from '../../../src/runtime/device/device.ts';
import { planFor } from '../../../src/runtime/device/planning.ts';
import type { News } from '../../../src/runtime/device/report.ts';
import { Switcher } from '../../../src/runtime/device/switcher.ts';
import type { SharedConnection } from '../../../src/runtime/power/shared-connection.ts';
import { manualClock } from '../manual-clock.ts';
import { clock as at, clockText } from './device-value.ts';
import { days, ZONE } from './one-device.ts';

/** The need of the device. */
export const hour: DemandSettings = { energyKwh: 2, powerKw: 2, shape: 'contiguous' };
export const prices = { ...days(['2026-04-15', '2026-04-16'], { 22: 0.1 }), currency: 'DKK' };

interface Setting {
  readonly now?: string;
  readonly settings?: DemandSettings;
  readonly memory?: Device;
  readonly connection?: SharedConnection;
  readonly refuses?: () => boolean;
}

/** A device that needs an hour, from 20:00 on, where 22:00 is cheap; with all that it says, asks and writes down. */
export function opened({ now = '20:00', settings = hour, memory, connection, refuses = () => false }: Setting = {}) {
  const clock = manualClock(at(now));
  const news: News[] = [];
  const errors: string[] = [];
  const remembered: Device[] = [];
  const accounted: string[] = [];
  const plans: string[] = [];
  const account: AccountKeeper = {
    resume: ({ settings: { powerKw } }, until) => accounted.push(`resume ${powerKw} kW until ${clockText(until)}`),
    count: ({ settings: { powerKw } }) => accounted.push(`count ${powerKw} kW`),
    step: (seconds, timeZone) => accounted.push(`step ${seconds} ${timeZone}`),
    adopted: (before, { device }, market, currency) =>
      accounted.push(`${before.output?.on} to ${device.output?.on}, ${market?.sense}, ${currency}`),
    view: ({ settings: { powerKw } }) => ({ realised: powerKw }) as unknown as ReturnType<AccountKeeper['view']>,
    state: newAccountState(at(now)),
    csv: () => '',
    days: () => ({ currency: null, days: [] }),
    energies: () => [],
    billed: () => undefined,
    close: async () => undefined,
  };
  const switcher = new Switcher(
    {
      ...{ device: 'boiler', clock, timeZone: ZONE, settings, onFailure: 'run', memory, connection, account },
      onChange: (said) => news.push(said),
      onError: (error) => errors.push(String(error)),
      remember: (device) => remembered.push(device),
    },
    (...question) => {
      plans.push(clockText(question[3]));
      if (refuses()) throw new RangeError('refused');
      return planFor(...question);
    },
  );
  switcher.start();
  return { switcher, clock, news, errors, remembered, accounted, plans };
}
export type House = ReturnType<typeof opened>;
/** Forgets what was heard until now. */
export const begin = (lists: readonly unknown[][]) => {
  for (const list of lists) list.length = 0;
};
