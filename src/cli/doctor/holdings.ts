import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { thrownText } from '../../core/file-error.ts';
import { PRICE_FILE_EXTENSION } from '../../core/price-file.ts';
import { addDays, type Instant, type LocalDate } from '../../core/time.ts';
import { deliveryDate } from '../../core/window.ts';
import { priceFeeds } from '../../feeds/price-feeds.ts';
import { fileOf, readZone } from '../../service/exchange/prices.ts';
import { holdingsOf, type ServiceOptions } from '../../service/service.ts';
import { type Diagnosis, error, ok, warning } from './diagnosis.ts';

/** The catalogue and the prices that the service would load, as it would load them. */
export function catalogueFindings(options: ServiceOptions): Diagnosis[] {
  try {
    const { books, own } = holdingsOf(options).catalogue;
    const tariffs = [...books.values()].reduce((sum, book) => sum + book.tariffs.size, 0);
    const added = own ? `, of your own ${[...own.values()].flat().length}` : '';
    return [ok('catalogue', `${tariffs} tariffs of ${[...books.keys()].length} countries${added}`)];
  } catch (thrown) {
    const { path } = thrown as { readonly path?: string };
    const text = path === undefined ? thrownText(thrown) : `${path}: ${thrownText(thrown)}`;
    return [error('catalogue', text, 'mend it; dayahead-service check DIR prints what a folder of your own comes to')];
  }
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
    : [
        warning(
          'prices',
          `none in ${dir}`,
          'they come once the service runs with --live, or by dayahead-service fetch',
        ),
      ];
}

function zoneFinding(dir: string, zone: string, isWanted: boolean, today: LocalDate): Diagnosis {
  const about = `prices ${zone}`;
  const fetchIt = `dayahead-service fetch --zone ${zone} --keep ${dir} asks for them`;
  const fault = isWanted ? error : warning;
  if (isWanted && !priceFeeds.some(({ zones }) => zones.includes(zone)))
    return error(about, 'no source has it', 'dayahead-service feeds lists the zones');
  const file = fileOf(dir, zone);
  if (!existsSync(file)) return fault(about, `no day in ${dir}`, fetchIt);
  try {
    const { days, replay } = readZone(file);
    const last = [...days.keys()].sort().at(-1);
    if (replay && days.size > 0) return ok(about, `a replay of ${days.size} days`);
    if (last === undefined || last < today) return fault(about, `the last day is ${last ?? 'none'}`, fetchIt);
    if (last > addDays(today, 1))
      return warning(about, `the last day is ${last}, after tomorrow`, 'see whether the clock is behind');
    return ok(about, `the last day is ${last}, of ${days.size}`);
  } catch (thrown) {
    return fault(about, thrownText(thrown), `mend ${join(dir, zone)}${PRICE_FILE_EXTENSION} or move it away`);
  }
}
