import type { Instant } from '../../core/time.ts';
import { carValues } from '../../messages/battery/car.ts';
import { batteryValues } from '../../messages/battery/command.ts';
import { type BatteryReport, batteryPlanMessage } from '../../messages/battery/report.ts';
import { decimal, decimalOr, json } from '../json.ts';
import { type Publication, publicationsOf, rowsUntil, type TopicTable } from '../topics.ts';
import { attributesText, VALID_SECONDS, valueTopics } from '../window-topics.ts';

type BatteryView = BatteryReport & { readonly at: Instant };

const whileFresh = rowsUntil<BatteryView>('16 minutes', ({ at }) => at + VALID_SECONDS);
const untilEnd = rowsUntil<BatteryView>('end of the plan', ({ plan }) => plan.stretches.at(-1)?.end);
const ofCar = (value: 'amps' | 'phases') =>
  whileFresh(({ kind, order }) => (kind === 'car' ? decimal(order[value] ?? 0) : undefined));

/** The mode that a battery or a car has without a plan. */
const restOf = ({ kind }: BatteryReport) => (kind === 'car' ? 'hold' : 'normal');

/** The topics below `battery/<name>`, beside the values in force. */
export const batteryRows: TopicTable<BatteryView> = {
  mode: {
    ...whileFresh(({ order }) => order.mode),
    letGo: (view) => (view.order.mode === restOf(view) ? undefined : restOf(view)),
  },
  power: whileFresh(({ order }) => decimal(order.chargeKw - order.dischargeKw)),
  amps: ofCar('amps'),
  phases: ofCar('phases'),
  soc_target: whileFresh(({ plan, socTarget = plan.stretches[0]?.soc }) => decimalOr(socTarget)),
  value: whileFresh(({ order }) => decimalOr(order.valuePerKwh)),
  reason: whileFresh(({ order }) => order.reason),
  plan: untilEnd(({ plan }) => json(batteryPlanMessage(plan))),
  ha_plan: untilEnd(({ plan, at }) =>
    attributesText(plan.stretches, at, (stretches) => json(batteryPlanMessage({ ...plan, stretches }))),
  ),
};

/** The state of a battery at `at`, to be published again every quarter hour: it is valid for no longer. */
export function batteryTopics(name: string, report: BatteryReport, at: Instant): Publication[] {
  const branch = `battery/${name}/`;
  const { kind, values } = report;
  return [
    ...publicationsOf(batteryRows, { ...report, at }, branch),
    ...valueTopics(branch, kind === 'car' ? carValues(values) : batteryValues(values)),
  ];
}
