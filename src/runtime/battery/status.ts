import { type Status, type StatusWord, timeText } from '../status.ts';
import type { BatteryState } from './open-battery.ts';

/** A battery in a few words: `charge until 05:00 · 42 %`. */
export function batteryStatus({ report, conflict }: BatteryState, word: StatusWord): Status {
  if (conflict !== undefined) return { fill: 'red', shape: 'ring', text: word('status.taken', { name: conflict }) };
  const { mode, reason, until } = report.order;
  const { soc } = report.values;
  const isPlanned = ['planned', 'override', 'satisfied', 'not-connected'].includes(reason);
  const words = [
    until === null
      ? word(`mode.${mode}`)
      : word('status.until', { mode: word(`mode.${mode}`), time: timeText(until, report.plan.timeZone, word) }),
    ...(reason === 'planned' ? [] : [word(`reason.${reason}`)]),
    ...(soc == null ? [] : [`${Math.round(soc)} %`]),
  ];
  const fill = isPlanned || reason === 'reserve' ? (isAtRest(report) ? 'grey' : 'green') : 'yellow';
  return { fill, shape: mode === 'charge' || mode === 'discharge' ? 'dot' : 'ring', text: words.join(' · ') };
}

/** As it would be without us. */
const isAtRest = ({ order: { mode }, kind }: BatteryState['report']) => mode === (kind === 'car' ? 'hold' : 'normal');
