import type { PlanPreview } from '../../../src/runtime/editor/plan-preview.ts';
import { sharedChart } from '../chart/shared.ts';
import { moneyIn } from '../common/amounts.ts';
import { post, reasonText } from '../common/ask.ts';
import { priceNodesOf, typedCurrency } from '../common/home.ts';
import { reasonKeyOf } from '../common/reason.ts';
import { secondsOf, timesIn } from '../common/times.ts';
import { type DemandFields, markedFields } from './fields.ts';
import { tellMarket } from './units.ts';
import { deviceWord } from './words.ts';

/** Typing is let finish before the server is asked. */
const DELAY_MS = 250;

/** A device as the open dialog has it. */
export interface TypedDevice {
  readonly id: string;
  readonly name: string;
  readonly settings: Partial<DemandFields>;
}

export interface Preview {
  /** Something in the dialog changed. */
  changed(): void;
  close(): void;
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
): Preview {
  let chart: ReturnType<typeof sharedChart>;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;

  const show = (preview: PlanPreview, { id, name, settings }: TypedDevice) => {
    const { now, series, plan } = preview;
    chart ??= sharedChart(frame);
    chart?.show({ ...series, now, devices: [{ name, runs: plan.runs }] });
    frame.hidden = false;
    words.textContent = sentence(preview, settings);
    const sources = priceNodesOf(id);
    // Of a price node that is wired to it but not deployed the currency is known, of another one it does not count.
    if (sources.length === 0 || sources.includes(preview.of)) tellMarket(series.currency, series);
    marketTold();
  };
  const fail = (text: string) => {
    frame.hidden = true;
    words.textContent = text;
  };
  const ask = async () => {
    const turn = ++asked;
    if ($('#dialog-form .input-error').length > 0)
      return fail(deviceWord('preview.invalid', { fields: markedFields().join(', ') || '–' }));
    const present = typed();
    try {
      const { id, name, settings } = present;
      const preview = await post<PlanPreview>('plan', { prices: priceNodesOf(id), device: id, name, settings });
      if (turn === asked) show(preview, present);
    } catch (error) {
      if (turn === asked) fail(reasonText(error));
    }
  };
  tellMarket(typedCurrency(priceNodesOf(typed().id)));
  void ask();
  return {
    changed() {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), DELAY_MS);
    },
    close() {
      clearTimeout(timer);
      asked += 1;
      chart?.remove();
    },
  };
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
    ...(runs.length > 0 ? [runs.join(', '), ...amounts] : [deviceWord('preview.nothing')]),
    ...(finishes ? [deviceWord('preview.finishes')] : []),
    ...(plan.reason === 'planned' ? [] : [deviceWord(`reason.${reasonKeyOf(plan)}`)]),
    ...(plan.reason === 'waiting-for-prices' && barsEstimates(settings) ? [deviceWord('preview.published')] : []),
    source === null ? deviceWord('preview.given') : deviceWord('preview.source', { source }),
  ];
  return said.join(' · ');
}
