import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { thrownText } from '../../core/file-error.ts';
import { markets } from '../../core/markets.ts';
import { PRICE_FILE_EXTENSION } from '../../core/price-file.ts';
import { addDays, type Instant, type LocalDate, localDate } from '../../core/time.ts';
import { deliveryDate } from '../../core/window.ts';
import { priceFeeds } from '../../feeds/price-feeds.ts';
import type { Book } from '../../pricing/book.ts';
import { readState } from '../../runtime/figures/figures-state.ts';
import { installedBundle, versionOf, waitingBundle } from '../../service/catalogue/figures/installed.ts';
import { fileOf, readZone } from '../../service/exchange/prices.ts';
import { holdingsOf, type ServiceOptions } from '../../service/service.ts';
import { expiredOn, expiredText } from '../figures/expired.ts';
import { type Diagnosis, error, ok, warning } from './diagnosis.ts';

/** The catalogue and the prices that the service would load, as it would load them. */
export function catalogueFindings(options: ServiceOptions, now: Instant): Diagnosis[] {
  try {
    const { catalogue } = holdingsOf(options);
    const { books, own } = catalogue;
    const tariffs = [...books.values()].reduce((sum, book) => sum + book.tariffs.size, 0);
    const added = own ? `, including ${[...own.values()].flat().length} of your own` : '';
    return [
      ok(
        'catalogue',
        `${tariffs} tariffs for ${[...books.keys()].length} countries${added}, figures dated ${versionOf(catalogue)}`,
      ),
      ...installedFindings(options.figures),
      ...[...books.values()].flatMap((book) => expiredFindings(book, now)),
    ];
  } catch (thrown) {
    const { path } = thrown as { readonly path?: string };
    const text = path === undefined ? thrownText(thrown) : `${path}: ${thrownText(thrown)}`;
    return [error('catalogue', text, 'correct it; dayahead-service check DIR checks a folder of your own')];
  }
}

/** An installed file that cannot be read, figures that wait, and the last failure. */
function installedFindings(dir: string | undefined): Diagnosis[] {
  if (dir === undefined) return [];
  const { problem } = readState(dir) ?? {};
  const failed =
    problem === undefined ? [] : [warning('figures', problem, 'dayahead-service catalogue install tries again')];
  try {
    installedBundle(dir);
    const waiting = waitingBundle(dir);
    const text = `figures dated ${waiting?.version} need your confirmation, because rows more than double or halve`;
    return waiting ? [...failed, warning('figures', text, 'dayahead-service catalogue install … --yes')] : failed;
  } catch (thrown) {
    return [...failed, warning('figures', thrownText(thrown), 'install them again')];
  }
}

/** Figures past their validity are carried on, which is no fault. */
function expiredFindings(book: Book, now: Instant): Diagnosis[] {
  const { country, tariffs } = book;
  const expired = expiredOn(book, tariffs.values(), localDate(now, markets[country].timeZone));
  return expired.map((figures) => ok(`figures ${country}`, expiredText(figures)));
}

/**
 * The last day present of each zone in a folder of prices, none of which is asked for.
 * @param wanted zones that have to be there.
 */
export function zoneFindings(dir: string, wanted: readonly string[], now: Instant): Diagnosis[] {
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith(PRICE_FILE_EXTENSION)) : [];
  const present = names.map((name) => name.slice(0, -PRICE_FILE_EXTENSION.length));
  const zones = [...new Set([...wanted, ...present])].sort();
  const findings = zones.map((zone) => zoneFinding(dir, zone, wanted.includes(zone), deliveryDate(now)));
  return findings.length > 0
    ? findings
    : [warning('prices', `none in ${dir}`, 'run the service with --live, or dayahead-service fetch')];
}

function zoneFinding(dir: string, zone: string, isWanted: boolean, today: LocalDate): Diagnosis {
  const about = `prices ${zone}`;
  const fetchIt = `dayahead-service fetch --zone ${zone} --keep ${dir} fetches them`;
  const fault = isWanted ? error : warning;
  if (isWanted && !priceFeeds.some(({ zones }) => zones.includes(zone)))
    return error(about, 'no source covers it', 'dayahead-service feeds lists the zones');
  const file = fileOf(dir, zone);
  if (!existsSync(file)) return fault(about, `no day in ${dir}`, fetchIt);
  try {
    const { days, replay } = readZone(file);
    const last = [...days.keys()].sort().at(-1);
    if (replay && days.size > 0) return ok(about, `a replay of ${days.size} days`);
    if (last === undefined || last < today) return fault(about, `the last day is ${last ?? 'none'}`, fetchIt);
    if (last > addDays(today, 1))
      return warning(about, `the last day is ${last}, after tomorrow`, 'check whether the clock is behind');
    return ok(about, `the last day is ${last} (days: ${days.size})`);
  } catch (thrown) {
    return fault(about, thrownText(thrown), `correct ${join(dir, zone)}${PRICE_FILE_EXTENSION} or move it elsewhere`);
  }
}
