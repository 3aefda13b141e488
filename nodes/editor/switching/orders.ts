import { timesIn } from '../common/times.ts';
import { wordsOf } from '../common/words.ts';

/** Commands for a device, by their keys. */
export type Commands = Readonly<Record<string, string>>;

/** A device, a battery or a car, as far as its orders go by it. */
interface Orderable {
  readonly override?: string;
  /** Minutes, or an instant, where its end was said. */
  readonly overrideUntil?: string | number;
  /** Of a battery, those that a hand may order. */
  readonly modes?: readonly string[];
  readonly car?: true;
  /** ISO 8601. */
  readonly deadline?: string;
  readonly timeZone?: string;
}

interface Order {
  readonly word: string;
  readonly commands: Commands;
  readonly isHeld: boolean;
}

const text = wordsOf('sidebar');
export const FORGET = '';

/** What the buttons of a device or a car say, which call the same differently. */
function switchesOf(on: string, off: string) {
  return {
    hour: { override: on, override_until: '60' },
    hours: { override: on, override_until: '120' },
    // Without an end of its own it is on until the deadline, or else until midnight.
    deadline: { override: on, override_until: FORGET },
    off: { override: off, override_until: FORGET },
    plan: { override: 'auto', override_until: FORGET },
  } as const;
}

/** The orders that one touch gives, each by its word, and which of them holds now. */
export function ordersOf(item: Orderable): readonly Order[] {
  const { override = 'auto', overrideUntil, car, modes } = item;
  // There is nothing to go back from where the plan holds.
  const isHeld = ({ override: order, override_until: end }: Commands) =>
    order !== 'auto' && order === override && (end === FORGET || end === String(overrideUntil));
  if (!modes || car) {
    const switches = Object.entries(car ? switchesOf('charge', 'hold') : switchesOf('on', 'off'));
    return switches.map(([word, commands]) => ({ word, commands, isHeld: word !== 'deadline' && isHeld(commands) }));
  }
  return [...modes, 'auto'].map((word) => {
    const commands = { override: word, override_until: FORGET };
    return { word, commands, isHeld: isHeld(commands) };
  });
}

export const switchLabel = (name: string): string => text('switch.label', { name });

/** What the button of an order says: `On until 07:00`. */
export function switchText(word: string, { deadline, timeZone = 'UTC' }: Orderable, now: number): string {
  if (word !== 'deadline') return text(`switch.${word}`);
  return deadline ? text('switch.deadline', { time: timesIn(timeZone, now).at(deadline) }) : text('switch.midnight');
}
