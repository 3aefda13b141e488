import type { EditorRED } from 'node-red';
import type { Overview } from '../../../src/runtime/editor/overview.ts';
import { append, createCards } from '../common/element.ts';
import { lateText, planCostText, planReasonText, runsAhead } from '../common/plan-words.ts';
import { secondsOf, timesIn } from '../common/times.ts';
import type { Saying } from '../switching/undo.ts';
import { createAccount } from './account.ts';
import { labelOf, statusOf } from './nodes.ts';
import { createOverride } from './override.ts';
import { sidebarWord } from './words.ts';

declare const RED: EditorRED;

type Device = Overview['devices'][number];

/** The devices as cards. */
export function createDevices(place: HTMLElement, change: Saying): { show(overview: Overview): void } {
  const heading = append(place, 'h4', 'dayahead-heading', sidebarWord('devices'));
  const none = append(place, 'p', 'dayahead-note', sidebarWord('noDevices'));
  const cards = createCards(append(place, 'ul', 'dayahead-cards'), (list, id) => createCard(list, id, change));
  return {
    show(overview) {
      const { devices, choices } = overview;
      heading.hidden = choices.length === 0 && devices.length === 0;
      none.hidden = heading.hidden || devices.length > 0;
      cards(devices, overview);
    },
  };
}

function createCard(list: HTMLElement, id: string, change: Saying) {
  const element = append(list, 'li', 'dayahead-card');
  const head = append(element, 'div', 'dayahead-card-head');
  const state = append(head, 'span', 'dayahead-state');
  const name = append(head, 'button', 'dayahead-link');
  name.type = 'button';
  name.title = sidebarWord('reveal');
  name.addEventListener('click', () => RED.view.reveal(id));
  const lines = append(element, 'div', 'dayahead-card-lines');
  const override = createOverride(element, (commands) => change({ id, name: name.textContent ?? '' }, commands));
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
      override(label, device, overview.now);
    },
  };
}

/** Its present state, until when and why; its next run, and the cost of all. */
function linesOf(device: Device, { now, prices, given }: Overview): string[] {
  const { on, until, reason, plan, timeZone = 'UTC' } = device;
  if (on === undefined || !reason || !plan) return [statusOf(device) || sidebarWord('notRunning')];
  const series = prices?.series ?? given;
  const { at, between } = timesIn(timeZone, secondsOf(now));
  const [run] = runsAhead(device, secondsOf(now));
  const next = run ? sidebarWord('next', { time: between(run.start, run.end) }) : '';
  // Off until the next run begins is the same twice.
  const state = until && (on || until !== run?.start) ? sidebarWord('until', { time: at(until) }) : '';
  const first = [state || next, planReasonText(device, secondsOf(now))].filter(Boolean).join(' · ');
  const cost = planCostText(device, device.currency ?? series?.currency, secondsOf(now));
  return [first, state && next, lateText(device, secondsOf(now)), cost].filter(Boolean);
}
