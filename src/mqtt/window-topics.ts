import { DAY_SECONDS, type Instant, type Span } from '../core/time.ts';
import { QUARTER_HOUR } from '../core/vocabulary.ts';
import { commandValues } from '../messages/command.ts';
import type { DemandPatch } from '../messages/demand/demand.ts';
import type { PlanSummary } from '../messages/plan.ts';
import { planMessage } from '../messages/to-message.ts';
import { type AccountTold, accountRows } from './account-topics.ts';
import { decimal, decimalOr, json } from './json.ts';
import { type Publication, publication, publicationsOf, rowsUntil, type TopicTable } from './topics.ts';

/** Seconds for which a value is valid that is published every quarter hour, with a minute to spare. */
export const VALID_SECONDS = QUARTER_HOUR + 60;

/** Home Assistant's recorder drops the attributes of an entity above 16,384 bytes, its name and class included. */
const MAX_ATTRIBUTE_BYTES = 16_000;

/** The payload that `textOf` makes of the entries of the next 24 hours, without the last ones if these are too long for the recorder. */
export function attributesText<T extends Span>(entries: readonly T[], at: Instant, textOf: (entries: T[]) => string) {
  let next = entries.filter(({ start, end }) => end > at && start < at + DAY_SECONDS);
  for (;;) {
    const text = textOf(next);
    const share = MAX_ATTRIBUTE_BYTES / Buffer.byteLength(text);
    if (share >= 1 || next.length === 0) return text;
    next = next.slice(0, Math.floor(next.length * share));
  }
}

/** A topic of the user's own that switches a device, as `cmnd/boiler/POWER`, and what it is to be told. */
export interface SwitchCommand {
  readonly topic: string;
  readonly on: string;
  readonly off: string;
}

/** The state of a device, its plan, and the demand and command topic that it follows. */
export interface DeviceView {
  readonly on: boolean;
  readonly plan: PlanSummary;
  readonly demand: DemandPatch;
  readonly command?: SwitchCommand | undefined;
  /** Left out where nobody knows what it takes. */
  readonly account?: AccountTold | undefined;
}

type WindowView = DeviceView & { readonly at: Instant };

const untilChange = rowsUntil<WindowView>('at the next change, after 16 minutes at the latest', ({ plan, at }) =>
  stateExpiry(plan, at),
);
const untilEnd = rowsUntil<WindowView>('end of the plan', ({ plan }) => plan.end ?? undefined);

/** A part of the plan. After its end it is cleared: subscribers would keep what only expires. */
const ofPlan = (textOf: (plan: PlanSummary, at: Instant) => string) =>
  untilEnd(({ plan, at }) => (plan.end !== null && plan.end <= at ? '' : textOf(plan, at)));

/** The topics below `window/<device>`, beside the values in force. */
export const windowRows: TopicTable<WindowView> = {
  state: { ...untilChange(({ on }) => onOrOff(on)), letGo: ({ on }) => (on ? onOrOff(false) : undefined) },
  start: ofPlan(({ start }) => decimalOr(start)),
  end: ofPlan(({ end }) => decimalOr(end)),
  cost: ofPlan(({ cost }) => decimalOr(cost)),
  plan: ofPlan((plan) => json(planMessage(plan))),
  ha_plan: ofPlan((plan, at) => attributesText(plan.runs, at, (runs) => json(planMessage({ ...plan, runs })))),
};

/** The state of a device at `at`. `state` and the user's own topic have to be refreshed every quarter hour. */
export function windowTopics(device: string, view: DeviceView, at: Instant): Publication[] {
  const branch = `window/${device}/`;
  return [
    ...publicationsOf(windowRows, { ...view, at }, branch),
    ...valueTopics(branch, commandValues(view.demand)),
    ...publicationsOf(accountRows, view.account, branch),
    ...(view.command ? [switching(view.command, view.on, at)] : []),
  ];
}

/** The values in force, as commands would set them. */
export const valueTopics = (branch: string, values: Readonly<Record<string, CommandValue>>): Publication[] =>
  Object.entries(values).map(([key, value]) => publication(`${branch}${key}`, commandText(value)));

/** Never retained, so that no device switches by it when it comes back after days. */
const switching = (command: SwitchCommand, on: boolean, at: Instant): Publication => ({
  topic: command.topic,
  payload: on ? command.on : command.off,
  expiresAt: at + QUARTER_HOUR,
  retain: false,
  outside: true,
  ...(on && { letGo: command.off }),
});

type CommandValue = string | number | boolean | null;

function commandText(value: CommandValue): string {
  if (typeof value === 'number') return decimal(value);
  if (typeof value === 'boolean') return onOrOff(value);
  return value ?? '';
}

const onOrOff = (on: boolean) => (on ? 'ON' : 'OFF');

/** The next change, and never longer than a site that stopped refreshing may be believed. */
function stateExpiry({ next }: PlanSummary, at: Instant): Instant {
  const limit = at + VALID_SECONDS;
  const change = next ?? limit;
  return change > at ? Math.min(change, limit) : limit;
}
