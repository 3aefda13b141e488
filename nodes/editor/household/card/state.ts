import { runsAhead } from '../../common/plan-words.ts';
import { secondsOf } from '../../common/times.ts';
import { type HouseBattery, modeText } from '../battery-words.ts';
import type { HouseDevice } from '../device-words.ts';
import { houseWord, pageWord } from '../words.ts';

/** The state of a device at a glance: its kind decides the colour. */
export interface CardState {
  readonly kind: 'on' | 'waiting' | 'off' | 'override' | 'trouble';
  readonly text: string;
}

/** Reasons for which a device or a battery needs somebody's attention. */
const TROUBLE = /^(no-prices|no-soc|silent|unknown-time|planner-refused|deadline-passed|above-connection|short-)/;

const trouble = (): CardState => ({ kind: 'trouble', text: pageWord('state.trouble') });

export function deviceState(device: HouseDevice, now: number): CardState {
  const { on, override, reason = '' } = device;
  if (on === undefined) return trouble();
  const text = houseWord(on ? 'state.on' : 'state.off');
  if (override === 'on' || override === 'off') return { kind: 'override', text };
  if (on) return { kind: 'on', text };
  const isPlanned = runsAhead(device, now).length > 0;
  if (TROUBLE.test(reason) || (reason === 'overrun' && isPlanned)) return trouble();
  return isPlanned ? { kind: 'waiting', text: pageWord('state.waiting') } : { kind: 'off', text };
}

export function batteryState(battery: HouseBattery, now: number): CardState {
  const { mode, reason = '', override = 'auto', car, shortKwh = 0, stretches = [] } = battery;
  if (!mode) return trouble();
  const isOn = mode === 'charge' || mode === 'discharge';
  const text = car ? houseWord(isOn ? 'state.on' : 'state.off') : modeText(mode);
  if (override !== 'auto') return { kind: 'override', text };
  if (isOn) return { kind: 'on', text };
  if (TROUBLE.test(reason) || (car && shortKwh >= 0.05)) return trouble();
  if (car && stretches.some(({ start }) => secondsOf(start) > now))
    return { kind: 'waiting', text: pageWord('state.waiting') };
  return { kind: 'off', text };
}
