import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { assertKnownFormat, FILE_FORMAT, FileError, readAll } from '../../../core/file-error.ts';
import { type CountryCode, countryCode, markets } from '../../../core/markets.ts';
import type { LocalDate } from '../../../core/time.ts';
import { countryFolders, readSources, SOURCES } from '../catalogue.ts';
import { type PlacedFile, parsed, readJsonc } from '../file.ts';
import { date } from '../rule.ts';
import { type CreditedSource, countryFile, sourcesFile, unitOf } from '../schema.ts';
import { readableRows, type SkippedRow } from './readable-rows.ts';

/** The figures of a whole catalogue in one file: the files of its countries as they are written, without comments. */
const bundleFile = z.looseObject({
  schema: z.literal(FILE_FORMAT),
  version: date,
  sources: z.array(z.unknown()),
  markets: z.record(z.string(), z.array(z.unknown())),
});

/** The figures of a bundle. Each country is read at its first use. */
export interface Bundle {
  /** The day of its figures. */
  readonly version: LocalDate;
  readonly sources: readonly CreditedSource[];
  readonly countries: readonly CountryCode[];
  /** Markets that this version of the package does not have. */
  readonly unknownMarkets: readonly string[];
  /** @throws FileError where more than rows of it cannot be read. */
  read(country: CountryCode): BundledCountry;
}

interface BundledCountry {
  readonly files: readonly PlacedFile[];
  readonly skipped: readonly SkippedRow[];
}

/** The bundle of a catalogue's folder, to be written as JSON. @throws FileError */
export function bundleOf(dir: string, version?: LocalDate): z.output<typeof bundleFile> {
  const sources = readSources(join(dir, SOURCES));
  const folders = [...countryFolders(dir)];
  return {
    schema: FILE_FORMAT,
    version: version ?? figuresDate(sources),
    sources: [...sources],
    markets: Object.fromEntries(readAll(folders, ([country, folder]) => [country, filesIn(folder)])),
  };
}

function filesIn(folder: string): unknown[] {
  const names = readdirSync(folder).filter((name) => /\.jsonc?$/.test(name));
  return names.toSorted().map((name) => {
    const { $schema, ...content } = readJsonc(join(folder, name)) as Record<string, unknown>;
    return content;
  });
}

/** The last day on which one of the sources of figures was updated. Prices that are replayed are no figures. */
export function figuresDate(sources: readonly CreditedSource[]): LocalDate {
  const days = sources.flatMap(({ replay, updated }) => (replay || updated === undefined ? [] : updated));
  return days.toSorted().at(-1) ?? '';
}

/**
 * Reads a bundle.
 * @param name the file or address, for errors.
 * @throws FileError for text that is no bundle, NewerFormatError for a bundle of a newer schema.
 */
export function openBundle(text: string, name: string): Bundle {
  const json = jsonIn(text, name);
  assertKnownFormat(json, name);
  const { version, sources, markets: byCode } = parsed(name, json, bundleFile);
  const known = new Map(Object.entries(byCode).flatMap(([code, files]) => knownCode(code, files)));
  const read = new Map<CountryCode, BundledCountry>();
  return {
    version,
    sources: sources.flatMap((source) => sourcesFile.safeParse({ sources: [source] }).data?.sources ?? []),
    countries: [...known.keys()],
    unknownMarkets: Object.keys(byCode).filter((code) => !countryCode(code)),
    read(country) {
      const before = read.get(country) ?? readCountry(country, known.get(country) ?? [], `${name}: markets.${country}`);
      read.set(country, before);
      return before;
    },
  };
}

const knownCode = (code: string, files: readonly unknown[]): [CountryCode, readonly unknown[]][] => {
  const country = countryCode(code);
  return country ? [[country, files]] : [];
};

function jsonIn(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new FileError(name, 'must be JSON, as npm run catalogue:bundle writes it', { cause: error });
  }
}

function readCountry(country: CountryCode, files: readonly unknown[], name: string): BundledCountry {
  const unitIn = unitOf(markets[country].currency);
  const read = files.map((json, i) => {
    const path = `${name}[${i}]`;
    const { unit } = parsed(path, json, unitIn);
    return { path, ...readableRows(path, json, countryFile(unit)) };
  });
  return {
    files: read.map(({ path, content }) => ({ path, content })),
    skipped: read.flatMap(({ skipped }) => skipped),
  };
}
