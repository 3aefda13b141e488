import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MeterReading } from '../../src/core/series.ts';
import { isMeterFileError } from '../../src/metering/meter-file-error.ts';
import { readMeter } from '../../src/metering/read-meter.ts';
import type { MeterFile, MeterOptions } from '../../src/metering/types.ts';
import { lawCases } from '../support/cases.ts';

const folder = 'test/metering/recorded';
const files = readdirSync(folder)
  .filter((name) => !name.endsWith('.md'))
  .sort()
  .map((name) => readFileSync(`${folder}/${name}`))
  .filter(({ length }) => length < 12_000);

/** Something done to the bytes at a place, from 0 to 1 of the file. */
type Mutation = (bytes: Buffer, at: number, to: number) => Buffer;
const inserted =
  (text: string): Mutation =>
  (bytes, at) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at)]);
const mutations: readonly Mutation[] = [
  (bytes, at, to) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]),
  (bytes, at, to) => Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]),
  (bytes, at) => bytes.subarray(0, at),
  (bytes, at) => bytes.subarray(at),
  (bytes, at, to) => {
    const other = Buffer.from(bytes);
    other[at] = to % 256;
    return other;
  },
  ...[
    '"',
    ';',
    ',',
    '.',
    '-',
    '0',
    '9',
    '\n',
    '\r',
    'Z',
    '"\n',
    '<',
    '{',
    '[',
    '\u0000',
    '\uFFFD',
    '1e99',
    '24:00',
    '02:30',
  ].map(inserted),
];

const mutated = fc
  .tuple(
    fc.constantFrom(...files),
    fc.array(
      fc.tuple(fc.constantFrom(...mutations), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 400 })),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  )
  .map(([file, steps]) =>
    steps.reduce<Buffer>((bytes, [mutate, share, length]) => {
      const at = Math.floor(share * bytes.length);
      return mutate(bytes, at, Math.min(at + length, bytes.length));
    }, file),
  );

const options: fc.Arbitrary<MeterOptions> = fc.constantFrom<MeterOptions>(
  {},
  {},
  {},
  { country: 'GB' },
  { timeZone: 'Europe/Helsinki', unit: 'W' },
  { cumulative: true },
  { direction: 'feed-in' },
  { columns: { start: 1, consumption: 2 }, timeZone: 'Europe/Vienna', unit: 'kWh' },
  { columns: { start: [1, 2], end: 3, consumption: [4], feedIn: 5 }, country: 'AT', unit: 'kW' },
);

/** What was read, or nothing where the file was refused; any other error is thrown. */
function readOrRefused(bytes: Uint8Array, chosen: MeterOptions): MeterFile | undefined {
  try {
    return readMeter(bytes, chosen);
  } catch (error) {
    if (isMeterFileError(error)) return undefined;
    throw error;
  }
}

const isSound = (readings: readonly MeterReading[]) =>
  readings.every(
    ({ start, end, kWh }, i) => start < end && kWh >= 0 && Number.isFinite(kWh) && start >= (readings[i - 1]?.end ?? 0),
  );

// Promise P-667 use/meter-files: readings are by time, and none reaches into another, whatever is in a file
it('reads a mutilated file or refuses it with a sentence, and what it reads is in order', () => {
  let read = 0;
  const run = lawCases(300, 10_000);
  fc.assert(
    fc.property(mutated, options, (bytes, chosen) => {
      const file = readOrRefused(bytes, chosen);
      if (!file) return;
      read += 1;
      expect(isSound(file.consumption) && isSound(file.feedIn)).toBe(true);
      expect(file.consumption.length + file.feedIn.length).toBeGreaterThan(0);
    }),
    run,
  );
  // Else it would be the refusals that are tested.
  expect(read).toBeGreaterThan(run.numRuns / 10);
});
