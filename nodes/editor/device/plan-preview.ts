import type { PlanPreview } from '../../../src/runtime/editor/plan-preview.ts';
import { type LivePreview, livePreview } from '../chart/live-preview.ts';
import { moneyIn } from '../common/amounts.ts';
import { post } from '../common/ask.ts';
import { priceNodesOf, typedCurrency } from '../common/home.ts';
import { givesWayText, ofSunText, reasonKeyOf } from '../common/plan-words.ts';
import { secondsOf, timesIn } from '../common/times.ts';
import { type DemandFields, markedFields } from './fields.ts';
import { tellMarket } from './units.ts';
import { deviceWord } from './words.ts';

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
  tellMarket(typedCurrency(priceNodesOf(present.id)));
  const ask = () => {
    if ($('#dialog-form .input-error').length > 0)
      return deviceWord('preview.invalid', { fields: markedFields().join(', ') || '–' });
    present = typed();
    const { id, name, settings } = present;
    return post<PlanPreview>('plan', { prices: priceNodesOf(id), device: id, name, settings });
  };
  return livePreview(words, frame, ask, (preview) => {
    const { now, of, series, plan } = preview;
    const { id, name, settings } = present;
    const sources = priceNodesOf(id);
    // Of a price node that is wired to it but not deployed the currency is known, of another one it does not count.
    if (sources.length === 0 || sources.includes(of)) tellMarket(series.currency, series);
    marketTold();
    return { text: sentence(preview, settings), data: { ...series, now, devices: [{ name, runs: plan.runs }] } };
  });
}

/** True of limits that no estimate is held against. */
const barsEstimates = ({ maxPrice = '', maxPriceRule, whenUnknown }: TypedDevice['settings']): boolean =>
  whenUnknown === 'estimate' && maxPrice !== '' && (maxPrice.endsWith('%') || maxPriceRule === 'average');

/** `13:00–13:30, Thu 02:15–04:15 · costs DKK 5.40 · saves DKK 1.20`, or why nothing is planned. */
function sentence(
  { now, source, series, plan, finishes, perKw }: PlanPreview,
  settings: TypedDevice['settings'],
): string {
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
  const said = [
    ...(runs.length > 0
      ? [runs.join(', '), ofSunText(plan), ...amounts, givesWayText(plan, money)]
      : [deviceWord('preview.nothing')]),
    ...(finishes ? [deviceWord('preview.finishes')] : []),
    ...(plan.reason === 'planned' ? [] : [deviceWord(`reason.${reasonKeyOf(plan)}`)]),
    ...(plan.reason === 'waiting-for-prices' && barsEstimates(settings) ? [deviceWord('preview.published')] : []),
    source === null ? deviceWord('preview.given') : deviceWord('preview.source', { source }),
  ];
  return said.filter(Boolean).join(' · ');
}
