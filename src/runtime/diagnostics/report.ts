import { isClientError } from '../../client/errors.ts';
import { type Instant, utcTime } from '../../core/time.ts';
import { batteryPlanMessage, orderMessage } from '../../messages/battery/report.ts';
import { planMessage, seriesMessage, switchMessage } from '../../messages/to-message.ts';
import type { BatteryMember, DeviceMember, Member, PricesMember, SiteMember } from '../editor/overview.ts';
import type { AskedZone } from '../live/live-prices.ts';
import { briefFault } from '../problems.ts';
import { type Mask, maskOf, secretMask } from './masked.ts';
import { leavesOf, plain, privateOf, type SavedNode, settingsText } from './settings.ts';

/** A warning or an error that was logged. */
export interface Logged {
  readonly at: Instant;
  readonly level: 'warning' | 'error';
  /** Of the node that has it, where one has. */
  readonly id?: string;
  readonly text: string;
}

export interface ReportFacts {
  /** Names and versions of what runs. */
  readonly versions: readonly string[];
  readonly now: Instant;
  readonly timeZone: string;
  /** Our nodes as the flow holds them, disabled ones too. */
  readonly nodes: readonly SavedNode[];
  /** Other settings, of which nothing is told: brokers, the operator's own. */
  readonly private: readonly object[];
  /** Whatever credentials there are. */
  readonly credentials: unknown;
  readonly members: readonly Member[];
  readonly asked: readonly AskedZone[];
  readonly logged: readonly Logged[];
}

const OURS = /^dayahead-/;
const MOST_RUNS = 4;

/**
 * The state of our nodes in Markdown, for an issue that everybody can read: no secret is in it, and no name of the household:
 * nodes are told by their kind and a number.
 */
export function reportText(facts: ReportFacts): string {
  const { nodes, members } = facts;
  const known = [...nodes, ...facts.private].map(privateOf);
  const secret = [...leavesOf(facts.credentials), ...known.flatMap(({ secrets }) => secrets)];
  const masked = maskOf({ secrets: secret, words: known.flatMap(({ words }) => words) });
  const called = numbered([...nodes, ...members.map(({ id, kind }) => ({ id, type: kinds[kind] }))]);
  const told = members.flatMap((member) => memberLines(member, called, masked));
  const sections: readonly (readonly [heading: string, lines: readonly string[]])[] = [
    ['Versions', [...facts.versions, `${utcTime(facts.now)}, clock of ${facts.timeZone}`]],
    ['Settings', nodes.map((node) => `${called(node.id)}${node.d ? ' (disabled)' : ''}: ${settingsText(node)}`)],
    ['Prices, plans and orders', told],
    ['Last questions to public sources', facts.asked.flatMap(askedLines)],
    ['Last warnings and errors', facts.logged.map((one) => loggedLine(one, called, masked))],
  ];
  const text = sections.map(([heading, lines]) => `### ${heading}\n\n${listed(lines)}`).join('\n\n');
  return secretMask(secret)(`${text}\n`);
}

const listed = (lines: readonly string[]) =>
  (lines.length > 0 ? lines : ['none']).map((line) => `- ${line}`).join('\n');

const kinds = {
  prices: 'dayahead-price-series',
  device: 'dayahead-cheapest-window',
  battery: 'dayahead-battery',
  site: 'dayahead-config',
} as const satisfies Record<Member['kind'], string>;

/** `price-series 2` for the second of its kind. A node inside a subflow is in no flow, and is counted where it runs. */
function numbered(nodes: readonly Pick<SavedNode, 'id' | 'type'>[]): (id: string) => string {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { id, type } of nodes) {
    if (names.has(id)) continue;
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    names.set(id, `${type.replace(OURS, '')} ${count}`);
  }
  return (id) => names.get(id) ?? 'another node';
}

function memberLines(member: Member, called: (id: string) => string, masked: Mask): string[] {
  const who = [called(member.id), ...(member.site && member.site !== member.id ? [`of ${called(member.site)}`] : [])];
  const lines = member.kind === 'site' ? siteStatements(member, masked) : statements(member, called, masked);
  return lines.length > 0 ? [`${who.join(' ')}: ${lines.join(' · ')}`] : [];
}

function siteStatements({ broker, brokerState }: SiteMember, masked: Mask): string[] {
  if (!brokerState) return [];
  const { isConnected, version } = brokerState();
  if (isConnected) return [`broker connected, MQTT ${version}`];
  return [`broker not connected${broker ? ` (${masked(broker.why)})` : ''}`];
}

function statements(
  member: PricesMember | DeviceMember | BatteryMember,
  called: (id: string) => string,
  masked: Mask,
): string[] {
  if (!member.state) return ['not running'];
  if (member.kind === 'prices') return priceStatements(member.state, masked);
  if (member.kind === 'battery') return batteryStatements(member.state);
  const { state, prices = [] } = member;
  const from = prices.length > 0 ? `prices of ${prices.map(called).join(', ')}` : 'no price-series is wired to it';
  return [from, ...deviceStatements(state)];
}

function priceStatements(
  { prices, problem, demo, conflict }: NonNullable<PricesMember['state']>,
  masked: Mask,
): string[] {
  const { code, detail } = problem ? briefFault(problem, prices?.now !== undefined) : {};
  return [
    ...(prices ? seriesStatements(seriesMessage(prices.series)) : ['no prices yet']),
    ...(demo ? ['demo tariff'] : []),
    ...(conflict === undefined ? [] : ['published by another node']),
    ...(code === undefined ? [] : [`problem ${code}${detail ? ` (${masked(detail)})` : ''}`]),
    ...(isClientError(problem) && problem.requestId ? [`X-Request-Id ${masked(problem.requestId)}`] : []),
  ];
}

const seriesStatements = (series: ReturnType<typeof seriesMessage>): string[] => {
  const { source, fetchedAt, nextPoll, coverage, stale, missing, prices, currency, resolution } = series;
  return [
    `source ${source.kind}${'feed' in source && source.feed ? ` ${source.feed}` : ''}`,
    `asked ${fetchedAt}, next ${nextPoll}`,
    `${prices.length} prices of ${resolution} s in ${currency}, ${coverage.from} to ${coverage.until}`,
    ...(stale ? ['stale'] : []),
    ...(missing.length > 0 ? [`missing ${missing.join(', ')}`] : []),
    ...(series.warnings ?? []).map((code) => `warning ${code}`),
  ];
};

function deviceStatements({ report, conflict, told }: NonNullable<DeviceMember['state']>): string[] {
  const { on, reason, until } = switchMessage(report.switch, report.plan.timeZone);
  const plan = planMessage(report.plan);
  const runs = plan.runs.map(({ start, end, kw }) => `${start} to ${end} at ${kw} kW`);
  return [
    `${on ? 'on' : 'off'} (${reason}) until ${until ?? 'further notice'}`,
    `plan ${plan.reason}${plan.complete ? '' : `, ${plan.shortMinutes} min short`}`,
    ...firstOf(runs),
    ...(plan.estimatedUntil ? [`estimated until ${plan.estimatedUntil}`] : []),
    ...(told ? askedOf('asked by messages and topics', { ...told(), connected: report.demand.connected }) : []),
    ...(conflict === undefined ? [] : ['its name is taken']),
  ];
}

/** What is asked of a device; `auto` is no order. */
function askedOf(heading: string, values: object): string[] {
  const said = Object.entries(values).filter(([, value]) => value != null && value !== 'auto');
  return said.length > 0 ? [`${heading}: ${said.map(([key, value]) => `${key} ${plain(value)}`).join(', ')}`] : [];
}

function batteryStatements({ report, conflict }: NonNullable<BatteryMember['state']>): string[] {
  const { mode, reason, until } = orderMessage(report);
  const plan = batteryPlanMessage(report.plan);
  const stretches = plan.stretches.filter((stretch) => stretch.mode !== 'normal');
  return [
    `${mode} (${reason}) until ${until ?? 'further notice'}`,
    `plan ${plan.reason}, prices known until ${plan.knownUntil ?? 'now'}`,
    ...firstOf(stretches.map(({ start, end, mode }) => `${mode} ${start} to ${end}`)),
    ...askedOf('in force', report.values),
    ...(conflict === undefined ? [] : ['its name is taken']),
  ];
}

const firstOf = (all: readonly string[]): string[] =>
  all.length > MOST_RUNS ? [...all.slice(0, MOST_RUNS), `${all.length - MOST_RUNS} more`] : [...all];

const askedLines = ({ zone, asks, next }: AskedZone): string[] => [
  ...asks.map(
    ({ feed, at, first, last, outcome }) => `${zone}: ${feed} ${utcTime(at)} for ${first} to ${last}: ${outcome}`,
  ),
  ...(next === undefined ? [] : [`${zone}: next ${utcTime(next)}`]),
];

const loggedLine = ({ at, level, id, text }: Logged, called: (id: string) => string, masked: Mask): string =>
  `${utcTime(at)} ${level}${id === undefined ? '' : ` of ${called(id)}`}: ${masked(text).replace(/\s+/g, ' ')}`;
