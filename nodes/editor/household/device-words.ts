import { durationText, energyText, numberWith } from '../common/amounts.ts';
import { lateText, monthText, planCostText, planReasonText, runsAhead } from '../common/plan-words.ts';
import { timesIn } from '../common/times.ts';
import { language } from '../common/words.ts';
import { lastsText } from './need/words.ts';
import type { PageHouse, Switched } from './told.ts';
import { houseWord, pageWord } from './words.ts';

export type HouseDevice = PageHouse['devices'][number];

/** As many runs as a card has room for. */
const RUNS = 3;

/** Its state until when and why; its plan; what it was asked for and by when; what that costs, and what the month came to. */
export function deviceLines(device: HouseDevice, house: PageHouse, now: number): string[] {
  const { on, until, plan, timeZone = 'UTC' } = device;
  if (on === undefined || !plan) return [houseWord('notRunning')];
  const { at, between } = timesIn(timeZone, now);
  const ahead = runsAhead(device, now);
  // Off until the next run begins is the same twice.
  const state = until && (on || until !== ahead[0]?.start) ? houseWord('until', { time: at(until) }) : '';
  const runs = ahead.slice(0, RUNS).map(({ start, end }) => between(start, end));
  const next = runs.length > 0 ? houseWord('next', { time: [...runs, ...(ahead[RUNS] ? ['…'] : [])].join(', ') }) : '';
  const currency = device.currency ?? (house.prices?.series ?? house.given)?.currency;
  return [
    [state || next, planReasonText(device, now)].filter(Boolean).join(' · '),
    state && next,
    wantedText(device, now, lateText(device, now)),
    planCostText(device, currency, now),
    device.account && device.account.month.energyKwh > 0 ? monthText(device.account) : '',
  ].filter(Boolean);
}

/** `20 kWh · ready by Fri 07:00 · once`. */
export function wantedText(item: Switched, now: number, late = ''): string {
  const { asked = {}, done = 0, deadline, timeZone = 'UTC' } = item;
  const { energy_kwh, minutes, target_soc, soc } = asked;
  const charge =
    typeof soc === 'number' && typeof target_soc === 'number' ? pageWord('charge', { from: soc, to: target_soc }) : '';
  const amount =
    typeof energy_kwh === 'number'
      ? doneText(numberWith(1, language()).format(done), done, energy_kwh, energyText)
      : '';
  const duration = typeof minutes === 'number' ? doneText(durationText(done), done, minutes, durationText) : '';
  const by = late || !deadline ? late : pageWord('readyBy', { time: timesIn(timeZone, now).at(deadline) });
  return [charge || amount || duration, by, lastsText(item)].filter(Boolean).join(' · ');
}

/** `3.2 of 11 kWh`; without progress, or with all of it, the need alone. */
const doneText = (text: string, done: number, need: number, textOf: (amount: number) => string): string =>
  done > 0 && done < need ? pageWord('done', { done: text, need: textOf(need) }) : textOf(need);
