import type { EditorRED } from 'node-red';
import { markTexts } from '../../../src/messages/provenance.ts';
import type { PlanPreview } from '../../../src/runtime/editor/plan-preview.ts';
import { type LivePreview, livePreview } from '../chart/live-preview.ts';
import { moneyIn } from '../common/amounts.ts';
import { post, reasonText } from '../common/ask.ts';
import { type PriceWires, priceWiresOf, typedCurrency } from '../common/home.ts';
import { givesWayText, ofSunText, reasonKeyOf } from '../common/plan-words.ts';
import { secondsOf, timesIn } from '../common/times.ts';
import { wordsOf } from '../common/words.ts';
import { type DemandFields, markedFields } from './fields.ts';
import { tellMarket } from './units.ts';
import { deviceWord } from './words.ts';

declare const RED: EditorRED;

const priceWord = wordsOf('price-series');

/** A device as the open dialog has it. */
export interface TypedDevice {
  readonly id: string;
  readonly name: string;
  readonly settings: Partial<DemandFields>;
}

/**
 * The plan that the options of the dialog lead to, planned on the server: in `words`, and in a chart in `frame`.
 * @param marketTold hears that the prices are known, or may be others.
 */
export function showPreview(
  words: HTMLElement,
  frame: HTMLElement,
  typed: () => TypedDevice,
  marketTold: () => void,
): LivePreview {
  let present = typed();
  // Under an open dialog no wire can change.
  const wires = priceWiresOf(present.id);
  tellMarket(typedCurrency(wires.wired));
  const ask = () => {
    if ($('#dialog-form .input-error').length > 0)
      return deviceWord('preview.invalid', { fields: markedFields().join(', ') || '–' });
    present = typed();
    const { id, name, settings } = present;
    const { wired, isFed, others } = wires;
    // Without a wire the plan is an example, on the prices that could be wired to it.
    const prices = wired.length > 0 || isFed ? wired : others;
    return post<PlanPreview>('plan', { prices, device: id, name, settings }).catch((error) => {
      if (wired.length > 0) throw error;
      return `${unwiredText(wires, settings)} ${reasonText(error)}`;
    });
  };
  return livePreview(words, frame, ask, (preview) => {
    const { now, of, series, plan } = preview;
    const { name } = present;
    // Of a price node that is wired to it but not deployed the currency is known, of another one it does not count.
    if (wires.wired.length === 0 || wires.wired.includes(of)) tellMarket(series.currency, series);
    marketTold();
    return { text: sentence(preview, present, wires), data: { ...series, now, devices: [{ name, runs: plan.runs }] } };
  });
}

/** True of limits that no estimate is held against. */
const barsEstimates = ({ maxPrice = '', maxPriceRule, whenUnknown }: TypedDevice['settings']): boolean =>
  whenUnknown === 'estimate' && maxPrice !== '' && (maxPrice.endsWith('%') || maxPriceRule === 'average');

const nameOf = (id = ''): string => (RED.nodes.node(id) as { readonly name?: string } | null)?.name || 'price-series';

/** Why no prices reach a device, and what to do about it. */
function unwiredText({ isFed, others }: PriceWires, { readyBy = '', onFailure }: TypedDevice['settings']): string {
  if (isFed) return deviceWord('preview.awaiting');
  const runsLate = readyBy !== '' && onFailure === 'run';
  return [
    deviceWord(runsLate ? 'preview.unwiredLate' : 'preview.unwired'),
    others.length > 0 ? deviceWord('preview.wire', { source: nameOf(others[0]) }) : deviceWord('preview.wireNew'),
  ].join(' ');
}

/** The origin of the prices after a deployment; empty where none reach the device. */
function originText({ of, source }: PlanPreview, id: string, { wired, isFed }: PriceWires): string {
  if (source !== null) return wired.includes(of) ? deviceWord('preview.source', { source }) : '';
  if (of !== id || !isFed) return '';
  return wired.length > 0
    ? deviceWord('preview.givenUntil', { source: nameOf(wired[0]) })
    : deviceWord('preview.given');
}

/** `13:00–13:30, Thu 02:15–04:15 · costs DKK 5.40 · saves DKK 1.20`, or why nothing is planned. */
function sentence(preview: PlanPreview, { id, settings }: TypedDevice, wires: PriceWires): string {
  const { now, source, series, plan, finishes, perKw } = preview;
  const { timeZone, currency } = series;
  const { between } = timesIn(timeZone, secondsOf(now));
  const amount = moneyIn(currency);
  const money = (value: number) => (perKw ? deviceWord('preview.perKw', { amount: amount(value) }) : amount(value));
  const runs = plan.runs.map(({ start, end }) => between(start, end));
  const amounts = [
    ...(plan.cost === null ? [] : [deviceWord('preview.cost', { cost: money(plan.cost) })]),
    ...(plan.expectedCost === undefined
      ? []
      : [deviceWord('preview.expectedCost', { cost: money(plan.expectedCost) })]),
    ...(plan.saving === null ? [] : [deviceWord('preview.saving', { saving: money(plan.saving) })]),
  ];
  const origin = originText(preview, id, wires);
  const said = [
    ...(runs.length > 0
      ? [runs.join(', '), ofSunText(plan), ...amounts, givesWayText(plan, money)]
      : [deviceWord('preview.nothing')]),
    ...(finishes ? [deviceWord('preview.finishes')] : []),
    ...(plan.reason === 'planned' ? [] : [deviceWord(`reason.${reasonKeyOf(plan)}`)]),
    ...(plan.reason === 'waiting-for-prices' && barsEstimates(settings) ? [deviceWord('preview.published')] : []),
    origin,
    ...markTexts(series.source, priceWord),
  ];
  const text = said.filter(Boolean).join(' · ');
  if (origin) return text;
  const example = source === null ? '' : deviceWord('preview.example', { source, plan: text });
  return `${unwiredText(wires, settings)} ${example}`;
}
