import { addDays, type Instant, type LocalDate, localDate } from '../../../../src/core/time.ts';
import type { FeedFetch } from '../../../../src/feeds/connection.ts';
import { charge, pricelist } from '../../feeds/danish-pricelist.ts';
import { type FeedFault, isSilent, PATIENCE, spoilt } from './faults.ts';

const DAY = 86_400;
/** Days before it holds on which a new price of the network is told. */
const AHEAD = 10;
/** For so long what a list has said may be shown. */
const HOLDS = 32 * DAY;
const RADIUS = '5790000705689';
const ENERGINET = '5790000432752';

export type TariffSource = 'tempo' | 'datahub';

/** The sources of French colours and of Danish network charges, and what they have truly told. `now` is of a clock that nobody sets. */
export function tariffSources(now: () => Instant) {
  /** Øre per kWh from a day on. */
  const versions: (readonly [from: LocalDate, ore: number])[] = [['2026-01-01', 20]];
  /** How many of them a list had that was told. */
  const told: { readonly at: Instant; readonly count: number }[] = [];
  const failing = new Map<TariffSource, FeedFault>();
  const asked: Record<TariffSource, Instant[]> = { tempo: [], datahub: [] };
  const blocked = new Map<TariffSource, Instant>();
  const broken: string[] = [];

  const colourOf = (date: LocalDate): number => 1 + (((Date.parse(date) / (DAY * 1000)) * 7) % 3);
  const isDrawn = (date: LocalDate) => now() >= Date.parse(`${date}T10:30:00Z`) / 1000 - DAY;
  const announced = () =>
    versions.filter(([from]) => addDays(from, -AHEAD) <= localDate(now(), 'Europe/Copenhagen')).length;
  const oreOf = (count: number, date: LocalDate) =>
    versions.slice(0, count).findLast(([from]) => from <= date)?.[1] ?? 0;

  function list(): string {
    const ours = versions.slice(0, announced());
    const rows = ours.map(([from, ore], i) => charge(RADIUS, 'DT_C_01', from, ours[i + 1]?.[0] ?? null, ore / 100));
    return pricelist(...rows, charge(ENERGINET, '40000', '2026-01-01', null, 0.05, 'P1D'));
  }

  const fetch: FeedFetch = async (address) => {
    const { pathname } = new URL(address);
    const source = pathname.startsWith('/api/jourTempo/') ? 'tempo' : 'datahub';
    const fault = failing.get(source);
    if (now() < (blocked.get(source) ?? 0)) broken.push(`${source} is asked before its Retry-After is over`);
    if (fault === '429 for long') blocked.set(source, now() + PATIENCE);
    asked[source].push(now());
    if (source === 'datahub' && !isSilent(fault)) told.push({ at: now(), count: announced() });
    const date = pathname.slice(-10);
    const colour = { dateJour: date, codeJour: isDrawn(date) ? colourOf(date) : 0, periode: '2026-2027' };
    return spoilt(fault, { status: 200, body: source === 'tempo' ? JSON.stringify(colour) : list() });
  };
  return {
    ...{ fetch, broken, failing, colourOf },
    /** What is told of a day may be, øre per kWh. */
    toldOf: (date: LocalDate) =>
      new Set(told.filter(({ at }) => now() - at < HOLDS).map(({ count }) => oreOf(count, date))),
    truthOf: (date: LocalDate) => oreOf(versions.length, date),
    /** Questions of the last 20 hours. */
    lately: (source: TariffSource) => asked[source].filter((at) => now() - at < 20 * 3600).length,
    newVersion(ore: number) {
      const from = addDays(localDate(now(), 'Europe/Copenhagen'), AHEAD + 2);
      if (from > (versions.at(-1)?.[0] ?? '')) versions.push([from, ore]);
    },
    excuse() {
      blocked.clear();
      asked.tempo.length = 0;
      asked.datahub.length = 0;
    },
  };
}
