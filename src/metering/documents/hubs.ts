import { z } from 'zod';
import { meterUnit, sizeOf } from '../amount.ts';
import { bareEntry, type MeterEntry } from '../entry.ts';
import { intervalLength } from '../interval-length.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterDirection } from '../types.ts';
import { jsonAmount, type MeterDocument, scaled, stamp } from './document.ts';

/** Answers of the data hubs of Denmark and Finland. */

const unit = z.string().transform((text) => meterUnit(text));
const length = z.string().transform((text, context) => {
  const seconds = intervalLength(text);
  if (seconds !== undefined) return seconds;
  context.addIssue('expected PT15M or PT1H');
  return z.NEVER;
});

const danish: Readonly<Record<string, MeterDirection>> = { A04: 'consumption', A01: 'feed-in' };

/** A number, or its text in decimal digits. */
const position = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,3}$/, 'expected a whole number')
      .transform(Number),
  ])
  .pipe(z.int().min(1).max(100));

const eloverblik = z.object({
  result: z.array(
    z.object({
      MyEnergyData_MarketDocument: z.object({
        TimeSeries: z.array(
          z.object({
            mRID: z.string(),
            businessType: z.string(),
            'measurement_Unit.name': unit,
            Period: z.array(
              z.object({
                resolution: length,
                timeInterval: z.object({ start: stamp }),
                Point: z.array(
                  z.object({
                    position,
                    'out_Quantity.quantity': jsonAmount,
                    'out_Quantity.quality': z.string().optional(),
                  }),
                ),
              }),
            ),
          }),
        ),
      }),
    }),
  ),
});
type DanishSeries = z.output<typeof eloverblik>['result'][number]['MyEnergyData_MarketDocument']['TimeSeries'][number];

/** A02 is missing, A03 estimated, A04 as provided. */
function danishEntries(series: DanishSeries): MeterEntry[] {
  const size = sizeOf(series['measurement_Unit.name']);
  return series.Period.flatMap(({ resolution, timeInterval, Point }) =>
    Point.map((point) => ({
      ...bareEntry,
      line: point.position,
      meter: series.mRID,
      direction: danish[series.businessType],
      start: { ...timeInterval.start, seconds: timeInterval.start.seconds + (point.position - 1) * resolution },
      length: resolution,
      value: point['out_Quantity.quality'] === 'A02' ? undefined : scaled(point['out_Quantity.quantity'], size),
      estimated: point['out_Quantity.quality'] === 'A03',
    })),
  );
}

const eloverblikDocument: MeterDocument = {
  format: 'Eloverblik (API)',
  zone: 'Europe/Copenhagen',
  key: 'result',
  read: (json) => {
    const series = eloverblik.parse(json).result.flatMap((each) => each.MyEnergyData_MarketDocument.TimeSeries);
    return {
      unit: series[0]?.['measurement_Unit.name'] ?? 'kWh',
      entries: series.filter(({ businessType }) => businessType in danish).flatMap(danishEntries),
    };
  },
};

const finnish: Readonly<Record<string, MeterDirection>> = { BN01: 'consumption', BN02: 'feed-in' };

const fingrid = z.object({
  RetrieveTimeSeriesData: z.object({
    Transaction: z.object({
      TimeSeries: z
        .array(
          z.object({
            MeteringPointEAN: z.string(),
            ResolutionDuration: length,
            UnitType: unit,
            ReadingType: z.string(),
            Observations: z.array(
              z.object({ PeriodStartTime: stamp, Quantity: jsonAmount, Quality: z.string().optional() }),
            ),
          }),
        )
        .optional(),
      EventReasons: z.object({ EventReason: z.array(z.object({ EventReasonText: z.string() })) }).optional(),
    }),
  }),
});

const fingridDocument: MeterDocument = {
  format: 'Fingrid Datahub (API)',
  zone: 'Europe/Helsinki',
  key: 'RetrieveTimeSeriesData',
  read: (json) => {
    const { TimeSeries, EventReasons } = fingrid.parse(json).RetrieveTimeSeriesData.Transaction;
    if (!TimeSeries) throw new MeterFileError('no-data', { said: EventReasons?.EventReason[0]?.EventReasonText ?? '' });
    return {
      unit: TimeSeries[0]?.UnitType ?? 'kWh',
      entries: TimeSeries.filter(({ ReadingType }) => ReadingType in finnish).flatMap((series) =>
        series.Observations.map(({ PeriodStartTime, Quantity, Quality }, i) => ({
          ...bareEntry,
          line: i + 1,
          meter: series.MeteringPointEAN,
          direction: finnish[series.ReadingType],
          start: PeriodStartTime,
          length: series.ResolutionDuration,
          value: Quality === 'MISSING' ? undefined : scaled(Quantity, sizeOf(series.UnitType)),
          estimated: Quality !== 'OK',
        })),
      ),
    };
  },
};

export const hubDocuments: readonly MeterDocument[] = [eloverblikDocument, fingridDocument];
