import { z } from 'zod';
import { isGasUnit, meterUnit, sizeOf } from '../amount.ts';
import { bareEntry, type MeterEntry } from '../entry.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterDirection } from '../types.ts';
import { jsonAmount, type MeterDocument, scaled, stamp } from './document.ts';

/** Answers of Octopus Energy, inexogy, Mijn Aansluiting and Home Assistant. */

const octopus = z.object({
  results: z.array(z.object({ consumption: jsonAmount, interval_start: stamp, interval_end: stamp })),
});

const octopusDocument: MeterDocument = {
  format: 'Octopus Energy (API)',
  zone: 'Europe/London',
  key: 'results',
  read: (json) => ({
    unit: 'kWh',
    entries: octopus.parse(json).results.map(({ consumption, interval_start, interval_end }, i) => ({
      ...bareEntry,
      line: i + 1,
      start: interval_start,
      end: interval_end,
      value: consumption,
    })),
  }),
};

/** Counting registers in 10^-10 kWh. */
const INEXOGY_KWH = 1e10;
const inexogy = z.array(
  z.object({ time: stamp, values: z.object({ energy: z.number(), energyOut: z.number().optional() }) }),
);

const inexogyDocument: MeterDocument = {
  format: 'inexogy',
  zone: 'Europe/Berlin',
  cumulative: true,
  key: 'values',
  read: (json) => ({
    unit: 'kWh',
    entries: inexogy.parse(json).flatMap(({ time, values: { energy, energyOut } }, i): MeterEntry[] => {
      const entry = {
        ...bareEntry,
        line: i + 1,
        start: time,
      };
      return [
        { ...entry, direction: 'consumption', value: energy / INEXOGY_KWH },
        { ...entry, direction: 'feed-in', value: scaled(energyOut, 1 / INEXOGY_KWH) },
      ];
    }),
  }),
};

const aansluiting = z.array(
  z.object({
    MarketEvaluationPoint: z.object({
      MRID: z.string(),
      RegisterList: z.array(
        z.object({
          MRID: z.string(),
          Meter: z.object({ MRID: z.string() }),
          ReadingList: z.array(
            z.object({
              DateAndOrTime: z.object({ DateTime: stamp }),
              ReadingType: z.object({ Multiplier: z.string().nullish(), Unit: z.string() }),
              Value: jsonAmount,
            }),
          ),
        }),
      ),
    }),
  }),
);

/** The directions of the registers 1.8.x and 2.8.x. */
const obis: Readonly<Record<string, MeterDirection>> = { '1': 'consumption', '2': 'feed-in' };

const aansluitingDocument: MeterDocument = {
  format: 'Mijn Aansluiting',
  zone: 'Europe/Amsterdam',
  cumulative: true,
  key: 'MarketEvaluationPoint',
  read: (json) => {
    const readings = aansluiting.parse(json).flatMap(({ MarketEvaluationPoint: point }) =>
      point.RegisterList.flatMap((register) =>
        register.ReadingList.map(({ DateAndOrTime, ReadingType: { Multiplier, Unit }, Value }, i) => ({
          ...bareEntry,
          line: i + 1,
          meter: point.MRID,
          register: `${register.Meter.MRID} ${register.MRID}`,
          direction: obis[register.MRID.slice(0, 1)],
          start: DateAndOrTime.DateTime,
          unit: `${Multiplier ?? ''}${Unit}`,
          value: Value,
        })),
      ),
    );
    const electric = readings.filter(({ unit }) => !isGasUnit(unit));
    if (readings.length > 0 && electric.length === 0)
      throw new MeterFileError('gas', { seen: readings[0]?.unit ?? '' });
    return {
      unit: 'kWh',
      entries: electric.map(({ unit, value, ...entry }) => ({
        ...entry,
        value: scaled(value, sizeOf(meterUnit(unit))),
      })),
    };
  },
};

const statistics = z.object({
  result: z.record(z.string(), z.array(z.object({ start: stamp, end: stamp, change: jsonAmount }))),
});

const homeAssistantDocument: MeterDocument = {
  format: 'Home Assistant statistics (WebSocket)',
  key: 'success',
  read: (json, { unit }) => {
    const { result } = statistics.parse(json);
    if (unit === undefined) throw new MeterFileError('unit-needed');
    return {
      unit,
      entries: Object.entries(result).flatMap(([meter, rows]) =>
        rows.map(({ start, end, change }, i) => ({
          ...bareEntry,
          line: i + 1,
          meter,
          start,
          end,
          value: scaled(change, sizeOf(unit)),
        })),
      ),
    };
  },
};

export const homeDocuments: readonly MeterDocument[] = [
  homeAssistantDocument,
  octopusDocument,
  inexogyDocument,
  aansluitingDocument,
];
