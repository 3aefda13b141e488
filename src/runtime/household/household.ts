import { cheapSpells } from '../../core/statistics.ts';
import { isoTimeIn, isoTimesOver, localDate, localDay } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import { commandValues } from '../../messages/command.ts';
import { periodAt } from '../../messages/demand/resolve-demand.ts';
import type { Clock } from '../clock.ts';
import { type DeviceMember, type Member, type Overview, overviewOf } from '../editor/overview.ts';
import type { Site } from '../site.ts';

/** A stretch of time in ISO 8601. */
interface SpanText {
  readonly start: string;
  readonly end: string;
}

/** Beside its plan, what a device was asked for. */
interface Wanted {
  /** By the keys of its MQTT commands. */
  readonly asked?: ReturnType<typeof commandValues>;
  /** The deadline that counts now; left out where it has none. */
  readonly deadline?: string;
}

/** Everything that the household's page shows of a site, but for the time. */
export interface Household extends Omit<Overview, 'now' | 'devices'> {
  readonly devices: readonly (Overview['devices'][number] & Wanted)[];
  /** The stretches of the known prices that are cheap, from now on. */
  readonly cheap: readonly SpanText[];
  /** What the roof is expected to produce in the rest of the day; left out where nobody knows. */
  readonly sunKwh?: number;
}

/** @param members all that run; those of other sites, and of none, are no part of it. */
export function householdOf(
  members: readonly Member[],
  id: string,
  { clock, powers }: Pick<Site, 'clock' | 'powers'>,
): Household {
  const ours = members.filter(({ site }) => site === id);
  const { now: _, ...overview } = overviewOf(ours, undefined, clock);
  const sunKwh = sunOf(overview, powers, clock);
  return {
    ...overview,
    devices: overview.devices.map((device) => ({ ...device, ...wantedOf(ours, device, clock) })),
    cheap: cheapIn(overview, clock),
    ...(sunKwh !== undefined && { sunKwh }),
  };
}

function wantedOf(members: readonly Member[], { id }: { readonly id: string }, clock: Clock): Wanted {
  const device = members.find((member): member is DeviceMember => member.kind === 'device' && member.id === id);
  if (!device?.state) return {};
  const { demand, plan } = device.state.report;
  const period = periodAt({ readyBy: demand.readyBy ?? undefined }, clock.now(), plan.timeZone);
  return {
    asked: commandValues(demand),
    ...(period?.deadline && { deadline: isoTimeIn(plan.timeZone, period.end) }),
  };
}

function cheapIn({ prices, given }: Pick<Overview, 'prices' | 'given'>, clock: Clock): SpanText[] {
  const series = prices?.series ?? given;
  if (!series) return [];
  const seconds = (iso: string) => Date.parse(iso) / 1000;
  const known = series.prices.map(({ start, end, total }) => ({ start: seconds(start), end: seconds(end), total }));
  const spells = cheapSpells(known, series.timeZone, clock.now());
  const [first, last] = [spells[0], spells.at(-1)];
  if (!first || !last) return [];
  const iso = isoTimesOver({ start: first.start, end: last.end }, series.timeZone);
  return spells.map(({ start, end }) => ({ start: iso(start), end: iso(end) }));
}

function sunOf(
  { prices, given }: Pick<Overview, 'prices' | 'given'>,
  powers: Site['powers'],
  clock: Clock,
): number | undefined {
  const { timeZone } = prices?.series ?? given ?? {};
  if (timeZone === undefined) return undefined;
  const now = clock.now();
  const { end } = localDay(localDate(now, timeZone), timeZone);
  const kw = powers.expected('production', now, Math.ceil((end - quarterOf(now)) / QUARTER_HOUR));
  return kw && (kw.reduce<number>((sum, each = 0) => sum + each, 0) * QUARTER_HOUR) / 3600;
}
