import { z } from 'zod';
import { localDate } from '../core/time.ts';
import { MessageError, parse } from '../messages/parse.ts';
import type { PeakRule } from '../planner/house/peak.ts';
import { peakTariffsIn, shippedPeaks } from '../service/contracts/peak-rules.ts';

/** Who charges for peaks: an operator of the package, or a rule that was typed; money with VAT. */
export type PeakSettings = { readonly operator: string } | { readonly rule: PeakRule };

const number = (text: string) => Number(text.replace(',', '.'));
const text = z.string().trim().default('');

const typed = z.object({
  peakMinutes: z.coerce
    .number()
    .pipe(z.literal([15, 60]))
    .default(60),
  peakDays: z.coerce.number().pipe(z.int().min(1).max(10)).default(1),
  peakFloor: text.transform(number).refine((kw) => kw >= 0, 'expected kW from 0 on, or nothing'),
  peakAmounts: text,
});

/** What a config dialog saved of peaks; `undefined` where nobody charges for them. Throws a `MessageError`. */
export function peakSettings(config: object): PeakSettings | undefined {
  const { peak } = parse(z.object({ peak: text }), config);
  if (peak === '') return undefined;
  if (peak !== 'typed') return { operator: peak };
  const { peakMinutes: measure, peakDays: pick, peakFloor: floor, peakAmounts } = parse(typed, config);
  return { rule: { measure, pick, per: 'month', ...(floor > 0 && { floor }), ...amountsOf(peakAmounts) } };
}

/** `4.50` for each kW, or `0: 150; 2: 250; 5: 420` for the step from so many kW on. */
function amountsOf(text: string): Pick<PeakRule, 'perKw' | 'steps'> {
  const steps = text.split(/[;\n]/).filter((step) => step.trim() !== '');
  const said = steps.map((step) => step.split(':').map((part) => (part.trim() === '' ? Number.NaN : number(part))));
  const isMoney = (value: number | undefined) => value !== undefined && value >= 0 && value < 1e6;
  const [first] = said;
  if (said.length === 1 && first?.length === 1 && isMoney(first[0])) return { perKw: first[0] as number };
  const read = said.map(([fromKw = Number.NaN, amount = Number.NaN]) => ({ fromKw, amount }));
  const isSorted = read.every(({ fromKw }, i) => i === 0 || fromKw > (read[i - 1]?.fromKw ?? 0));
  if (first && said.every((step) => step.length === 2 && step.every(isMoney)) && isSorted && read[0]?.fromKw === 0)
    return { steps: read };
  throw new MessageError('peakAmounts: expected money for a kW, as 4.50, or for steps from 0 kW on, as 0: 150; 2: 250');
}

/** The rule of each moment: that of the operator's that holds by then, before the first that one. Throws a `MessageError`. */
export function peakRules(settings: PeakSettings, timeZone: string): (now: number) => PeakRule {
  if ('rule' in settings) return () => settings.rule;
  const rules = peakTariffsIn(shippedPeaks).find(({ operator }) => operator === settings.operator)?.rules;
  const [first] = rules ?? [];
  if (!rules || !first) throw new MessageError(`peak: no charge of ${settings.operator} is known`);
  return (now) => rules.findLast(({ from }) => from <= localDate(now, timeZone)) ?? first;
}
