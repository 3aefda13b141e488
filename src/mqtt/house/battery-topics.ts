import type { Instant } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import { carValues } from '../../messages/battery/car.ts';
import { batteryValues } from '../../messages/battery/command.ts';
import { type BatteryReport, batteryPlanMessage } from '../../messages/battery/report.ts';
import { decimal, json } from '../json.ts';
import { type Publication, publication } from '../topics.ts';
import { attributesText, commandText } from '../window-topics.ts';

const SECONDS_LATE = 60;

/** The state of a battery at `at`, to be said again every quarter hour: nobody believes it for longer. */
export function batteryTopics(name: string, report: BatteryReport, at: Instant): Publication[] {
  const { order, plan, values, kind } = report;
  const { amps = 0, phases = 0, mode, chargeKw, dischargeKw, valuePerKwh } = order;
  const ends = at + QUARTER_HOUR + SECONDS_LATE;
  const own = (key: string, payload: string, expiresAt?: Instant) =>
    publication(`battery/${name}/${key}`, payload, expiresAt);
  const rest = kind === 'car' ? 'hold' : 'normal';
  const { socTarget: target = plan.stretches[0]?.soc ?? null } = report;
  return [
    { ...own('mode', mode, ends), ...(mode !== rest && { letGo: rest }) },
    own('power', decimal(chargeKw - dischargeKw), ends),
    ...(kind === 'car' ? [own('amps', decimal(amps), ends), own('phases', decimal(phases), ends)] : []),
    own('soc_target', target === null ? '' : decimal(target), ends),
    own('value', valuePerKwh === null ? '' : decimal(valuePerKwh), ends),
    own('reason', order.reason, ends),
    own('plan', json(batteryPlanMessage(plan)), plan.stretches.at(-1)?.end),
    own(
      'ha_plan',
      attributesText(plan.stretches, at, (stretches) => json(batteryPlanMessage({ ...plan, stretches }))),
      plan.stretches.at(-1)?.end,
    ),
    ...Object.entries(kind === 'car' ? carValues(values) : batteryValues(values)).map(([key, value]) =>
      own(key, commandText(value)),
    ),
  ];
}
