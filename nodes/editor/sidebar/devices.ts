import type { EditorRED } from 'node-red';
import type { Overview } from '../../../src/runtime/editor/overview.ts';
import { energyText, moneyIn } from '../common/amounts.ts';
import { append } from '../common/element.ts';
import { reasonKeyOf } from '../common/reason.ts';
import { secondsOf, timesIn } from '../common/times.ts';
import { createAccount } from './account.ts';
import { labelOf, statusOf } from './nodes.ts';
import { createOverride } from './override.ts';
import { sidebarWord } from './words.ts';

declare const RED: EditorRED;

type Device = Overview['devices'][number];
type Card = ReturnType<typeof createCard>;

/** The devices as cards, which stay in place while what they say changes: a button keeps the focus. */
export function createDevices(place: HTMLElement, changed: () => void): { show(overview: Overview): void } {
  const heading = append(place, 'h4', 'dayahead-heading', sidebarWord('devices'));
  const none = append(place, 'p', 'dayahead-note', sidebarWord('noDevices'));
  const list = append(place, 'ul', 'dayahead-cards');
  const cards = new Map<string, Card>();
  return {
    show(overview) {
      const { devices, choices } = overview;
      heading.hidden = choices.length === 0 && devices.length === 0;
      none.hidden = heading.hidden || devices.length > 0;
      for (const [id, { element }] of cards) {
        if (devices.some((device) => device.id === id)) continue;
        element.remove();
        cards.delete(id);
      }
      for (const device of devices) {
        const card = cards.get(device.id) ?? createCard(list, device.id, changed);
        cards.set(device.id, card);
        card.show(device, overview);
      }
    },
  };
}

function createCard(list: HTMLElement, id: string, changed: () => void) {
  const element = append(list, 'li', 'dayahead-card');
  const head = append(element, 'div', 'dayahead-card-head');
  const state = append(head, 'span', 'dayahead-state');
  const name = append(head, 'button', 'dayahead-link');
  name.type = 'button';
  name.title = sidebarWord('reveal');
  name.addEventListener('click', () => RED.view.reveal(id));
  const override = createOverride(head, element, id, changed);
  const lines = append(element, 'div', 'dayahead-card-lines');
  const account = createAccount(element, id);
  return {
    element,
    show(device: Device, overview: Overview) {
      const label = labelOf(device);
      name.textContent = label;
      state.textContent = sidebarWord(device.on === undefined ? 'state.unknown' : device.on ? 'state.on' : 'state.off');
      state.classList.toggle('dayahead-state-on', device.on === true);
      lines.replaceChildren();
      for (const line of linesOf(device, overview)) append(lines, 'div', '', line);
      account.show(label, device.account);
      override.show(label, device.override);
    },
  };
}

/** Its present state, until when and why; its next run, and the cost of all. */
function linesOf(device: Device, { now, prices, given }: Overview): string[] {
  const { on, until, reason, plan, timeZone = 'UTC' } = device;
  if (on === undefined || !reason || !plan) return [statusOf(device) || sidebarWord('notRunning')];
  const series = prices?.series ?? given;
  const { at, between } = timesIn(timeZone, secondsOf(now));
  const run = plan.runs.find(({ start }) => secondsOf(start) > secondsOf(now));
  const next = run ? sidebarWord('next', { time: between(run.start, run.end) }) : '';
  // Off until the next run begins is the same twice.
  const state = until && until !== run?.start ? sidebarWord('until', { time: at(until) }) : '';
  const first = [
    state || next,
    sidebarWord(device.finishes ? 'finishes' : `reason.${reason === plan.reason ? reasonKeyOf(plan) : reason}`),
  ]
    .filter(Boolean)
    .join(' · ');
  return [first, state && next, costOf(device, device.currency ?? series?.currency)].filter(Boolean);
}

function costOf({ plan, perKw }: Device, currency: string | undefined): string {
  if (!plan || plan.runs.length === 0) return '';
  const { energyKwh, cost, expectedCost, saving, limitCost = 0, solarKwh = 0 } = plan;
  const amount = currency === undefined ? undefined : moneyIn(currency);
  const money =
    amount && ((value: number) => (perKw ? sidebarWord('perKw', { amount: amount(value) }) : amount(value)));
  const parts = [
    // Of a device without a power nobody knows it.
    !perKw && energyKwh > 0 && energyText(energyKwh),
    solarKwh >= 0.05 && sidebarWord('ofSun', { energy: energyText(solarKwh) }),
    cost !== null && money?.(cost),
    expectedCost !== undefined && money && sidebarWord('expectedCost', { amount: money(expectedCost) }),
    // Less than half a hundredth would be said as nothing.
    saving !== null && saving >= 0.005 && money && sidebarWord('saving', { amount: money(saving) }),
    Math.abs(limitCost) >= 0.005 && money && sidebarWord('givesWay', { amount: money(limitCost) }),
  ];
  return parts.filter(Boolean).join(' · ');
}
