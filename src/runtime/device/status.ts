import { type Status, type StatusWord, timeText } from '../status.ts';
import type { DeviceState } from './open-device.ts';

/** The state of a device in a few words: `on until 14:00`. */
export function deviceStatus({ report, conflict }: DeviceState, word: StatusWord): Status {
  if (conflict !== undefined) return { fill: 'red', shape: 'ring', text: word('status.taken', { name: conflict }) };
  const { on, reason, until } = report.switch;
  const { timeZone, provisional, overrun, shortMinutes } = report.plan;
  const doubtful = provisional || overrun || shortMinutes > 0;
  const text =
    until === null
      ? word(`reason.${reason}`)
      : word(`status.${on ? 'on' : 'off'}`, { time: timeText(until, timeZone, word) });
  return { fill: doubtful ? 'yellow' : on ? 'green' : 'grey', shape: on ? 'dot' : 'ring', text };
}
