import { join } from 'node:path';
import { z } from 'zod';
import type { Instant } from '../../core/time.ts';
import { cacheFolder } from '../../runtime/live/shared-live.ts';
import { buildName, packageVersion } from '../../runtime/package-version.ts';
import { defaultFigures } from '../figures/default-folder.ts';
import { checked, dayOrTime, split, textFlag, wholeNumber } from '../flags.ts';
import { clockFindings } from './clock.ts';
import { type Diagnosis, ok } from './diagnosis.ts';
import { folderFindings } from './folders.ts';
import { catalogueFindings, zoneFindings } from './holdings.ts';
import { portFinding } from './port.ts';
import { stateFindings } from './state.ts';

/** `dayahead-service doctor`: what stands between a service with these flags and its work. It starts and changes nothing. */

const flags = z.object({
  catalogue: textFlag('catalogue'),
  prices: textFlag('prices'),
  own: textFlag('own'),
  figures: textFlag('figures'),
  live: z.boolean().default(false),
  zone: z.array(z.string()).default([]),
  keep: textFlag('keep'),
  state: textFlag('state'),
  host: textFlag('host'),
  port: wholeNumber('port', 65_535),
  now: dayOrTime,
  json: z.boolean().default(false),
});
const string = { type: 'string' } as const;
const boolean = { type: 'boolean' } as const;
const options = {
  ...{
    catalogue: string,
    prices: string,
    own: string,
    figures: string,
    keep: string,
    state: string,
    host: string,
    port: string,
    now: string,
  },
  ...{ live: boolean, json: boolean, zone: { ...string, multiple: true } },
} as const;

/** The lines to print, and false where something is in the way. Throws a `UsageError`. */
export async function doctorCommand(
  args: readonly string[],
  systemNow: Instant,
): Promise<{ readonly lines: readonly string[]; readonly isWell: boolean }> {
  const given = checked(flags, split({ args, options }).values);
  const findings = await findingsOf(given, given.now ?? systemNow);
  const isWell = findings.every(({ level }) => level !== 'error');
  return { isWell, lines: given.json ? [JSON.stringify({ isWell, findings })] : findings.map(lineOf) };
}

async function findingsOf(given: z.output<typeof flags>, now: Instant): Promise<Diagnosis[]> {
  const { catalogue, prices, own, figures = defaultFigures(), live, zone, state, host = '127.0.0.1', port } = given;
  const keep = given.keep ?? join(cacheFolder(), 'prices');
  const isLive = live || given.keep !== undefined || zone.length > 0;
  const folders = { ...(catalogue ? { catalogue } : { figures }), ...(prices && { prices }), ...(own && { own }) };
  const { platform, arch, version } = process;
  return [
    ok(
      'version',
      `@dayahead/node-red-tariffs ${packageVersion()}, build ${buildName()}, Node.js ${version}, ${platform} ${arch}`,
    ),
    ...clockFindings(now),
    ...catalogueFindings(folders, now),
    ...(prices ? zoneFindings(prices, [], now) : []),
    ...(isLive ? [...zoneFindings(keep, zone, now), ...folderFindings('live prices', keep)] : []),
    ...(state ? await stateFindings(state) : []),
    ...(port ? [await portFinding(host, port)] : []),
  ];
}

const lineOf = ({ level, about, text, advice }: Diagnosis): string =>
  `${level.padEnd(8)} ${about}: ${text}${advice === undefined ? '' : ` (${advice})`}`;
