import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DayAheadBody } from '../../../../src/api/bodies.ts';
import { addDays, clockTime, isKnownTime, type LocalDate, localDate } from '../../../../src/core/time.ts';
import { createService } from '../../../../src/service/service.ts';
import type { ManualClock } from '../../manual-clock.ts';
import type { tariffSources } from '../outside/tariff-sources.ts';

/** Cents per kWh, the same all day. */
const COLOURS = [12, 15, 60];
/** The transmission charge that the source publishes, in øre per kWh without VAT. */
const TRANSMISSION = 5;
/** The transmission charge and the system charge of the catalogue. */
const catalogueOn = (date: LocalDate) =>
  date < '2027-01-01' ? { transmission: 4.3, system: 7.2 } : { transmission: 5.6, system: 4.9 };
const tempoContract = {
  ...{ kind: 'calendar', publishedAt: '11:00', calendar: 'tempo', begins: '06:00' },
  clocks: Object.fromEntries(['blue', 'white', 'red'].map((colour, i) => [colour, [{ price: COLOURS[i] }]])),
};

interface Sight {
  readonly clock: ManualClock;
  readonly folder: string;
  /** The folder of what is told. */
  readonly live: string;
  readonly sources: ReturnType<typeof tariffSources>;
  readonly fail: (what: string) => never;
  readonly count: (what: string) => void;
  /** For so long nothing has failed that all that is told has to be shown. */
  readonly isSettled: () => boolean;
}

/** What is shown of a colour or a network charge has been told, or is the catalogue's; and no source is asked rudely. Looks, and throws. */
export function tariffLaws({ clock, folder, live, sources, fail, count, isSettled }: Sight) {
  writeContract(folder);
  const serviceOf = (dir: string) =>
    createService({
      ...{ own: join(folder, 'own'), now: () => clock.now() },
      live: { dir, prices: { get: () => undefined }, sources: () => [] },
    });
  const [shown, shipped] = [serviceOf(live), serviceOf(join(folder, 'none'))];

  async function priceOf(service: typeof shown, query: string, part: 'energy' | 'grid'): Promise<number | undefined> {
    const headers = { authorization: `Bearer ${service.tokens.production}` };
    const answer = await service.fetch(new Request(`http://x/v2/${query}&resolution=900`, { headers }));
    const body: DayAheadBody & { readonly message?: string } = await answer.json();
    if (body.message?.startsWith('no price is published yet')) return undefined;
    if (answer.status !== 200) fail(`answers ${answer.status}: ${body.message}`);
    const { consumption } = body;
    const now = Math.floor(clock.now() / 900) * 900;
    const point = consumption?.prices.find(({ from_utc }) => from_utc === now);
    return point?.[part] === undefined ? undefined : Number((100 * point[part]).toFixed(4));
  }

  async function lookAtColour(): Promise<void> {
    const cents = await priceOf(shown, 'fr/dayahead?consumption_tariff=my-tempo', 'energy');
    const [today, time] = [localDate(clock.now(), 'Europe/Paris'), clockTime(clock.now(), 'Europe/Paris')];
    const truth = COLOURS[sources.colourOf(addDays(today, time < '06:00' ? -1 : 0)) - 1];
    count(cents === undefined ? 'withoutColour' : 'colours');
    if (cents !== undefined && cents !== truth) fail(`a kWh costs ${cents} ct by its colour, not ${truth}`);
    if (cents === undefined && isSettled()) fail('the colour of the day is not known');
  }

  async function lookAtCharge(): Promise<void> {
    const query = 'dk/dayahead?consumption_tariff=dk-example-fixed&grid_tariff=dk-radius-c&include=fees';
    const ore = await priceOf(shown, query, 'grid');
    const before = (await priceOf(shipped, query, 'grid')) ?? fail('the catalogue has no price');
    const date = localDate(clock.now(), 'Europe/Copenhagen');
    const { transmission, system } = catalogueOn(date);
    const isSo = (other: number) => ore !== undefined && Math.abs(ore - other) < 1e-3;
    // An operator and the transmission charge are each as told or as in the catalogue, and the system charge is always that.
    const operators = [...sources.toldOf(date), before - transmission - system];
    const sums = operators.flatMap((each) => [TRANSMISSION, transmission].map((rate) => each + rate + system));
    count(isSo(before) ? 'byCatalogue' : 'charges');
    if (!sums.some(isSo)) fail(`the network costs ${ore} øre, not one of ${sums.join(', ')}`);
    const truth = sources.truthOf(date) + TRANSMISSION + system;
    if (isSettled() && !isSo(truth)) fail(`the network costs ${ore} øre, not ${truth}`);
  }

  return async (): Promise<void> => {
    const [broken] = sources.broken.splice(0);
    if (broken) fail(broken);
    // Twice for each day, of which two may be asked about late: the colours of three days at a time.
    for (const [source, most] of [
      ['tempo', 12],
      ['datahub', 4],
    ] as const)
      if (sources.lately(source) > most) fail(`${source} is asked ${sources.lately(source)} times in 20 hours`);
    if (!isKnownTime(clock.now())) return;
    await lookAtColour();
    await lookAtCharge();
  };
}

function writeContract(folder: string): void {
  const version = { version: '20260101', price: tempoContract };
  const tariff = { id: 'my-tempo', sector: 'consumption', name: 'My Tempo', source: 'my bill', versions: [version] };
  mkdirSync(join(folder, 'own/fr'), { recursive: true });
  const companies = [{ id: 'me', name: 'Me', tariffs: [tariff] }];
  writeFileSync(join(folder, 'own/fr/tempo.jsonc'), JSON.stringify({ unit: 'ct/kWh', companies }));
}
