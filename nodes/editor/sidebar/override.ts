import type { EditorRED } from 'node-red';
import type { Overview } from '../../../src/runtime/editor/overview.ts';
import { secondsOf } from '../common/times.ts';
import { createChoices, pressing } from '../switching/choices.ts';
import { type Commands, ordersOf, switchLabel, switchText } from '../switching/orders.ts';

declare const RED: EditorRED;

type Device = Overview['devices'][number];

/** True of a node that runs, for who may switch it. */
export const maySwitch = ({ override }: { readonly override?: string }): boolean =>
  override !== undefined && RED.user.hasPermission('dayahead.write');

/** The buttons that switch a device by hand, with room for a refusal below them. */
export function createOverride(card: HTMLElement, say: (commands: Commands) => Promise<void>) {
  const refused = document.createElement('p');
  refused.className = 'dayahead-refused';
  const orders = createChoices(card, pressing(refused, say));
  card.append(refused);
  return (name: string, device: Device, now: string): void => {
    const isOverridden = (device.override ?? 'auto') !== 'auto';
    const offered = ordersOf(device).filter(({ word }) => isOverridden || word !== 'plan');
    const choices = offered.map(({ word, commands, isHeld }) => ({
      text: switchText(word, device, secondsOf(now)),
      ...{ commands, isChosen: isHeld },
    }));
    orders({ label: switchLabel(name), isQuiet: true }, maySwitch(device) ? choices : []);
  };
}
