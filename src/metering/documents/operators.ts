import { z } from 'zod';
import { meterUnit, sizeOf } from '../amount.ts';
import { bareEntry, type MeterEntry } from '../entry.ts';
import { fittingLength, intervalLength } from '../interval-length.ts';
import { MeterFileError } from '../meter-file-error.ts';
import { hourStamp } from '../stamp.ts';
import type { MeterDirection } from '../types.ts';
import { jsonAmount, type MeterDocument, scaled, stamp } from './document.ts';

/** Answers of Enedis, Datadis and Fluvius. */

const unit = z.string().transform((text) => meterUnit(text));

const enedis = z.object({
  meter_reading: z.object({
    usage_point_id: z.string(),
    reading_type: z.object({ unit }),
    interval_reading: z.array(
      z.object({ value: jsonAmount, date: stamp, interval_length: z.string(), measure_type: z.string().optional() }),
    ),
  }),
});

const enedisDocument: MeterDocument = {
  format: 'Enedis (API)',
  zone: 'Europe/Paris',
  key: 'meter_reading',
  read: (json) => {
    const { usage_point_id: meter, reading_type, interval_reading } = enedis.parse(json).meter_reading;
    return {
      unit: reading_type.unit,
      entries: interval_reading.map(({ value, date, interval_length, measure_type }, i) => ({
        ...bareEntry,
        line: i + 1,
        meter,
        end: date,
        length: intervalLength(interval_length),
        value: scaled(value, sizeOf(reading_type.unit)),
        estimated: /^[EC]$/.test(measure_type ?? ''),
      })),
    };
  },
};

/** A row of Datadis as its API has it. */
const datadisRow = z.object({
  cups: z.string(),
  date: z.string(),
  time: z.string(),
  consumptionKWh: jsonAmount,
  surplusEnergyKWh: jsonAmount,
  obtainMethod: z.string().nullish(),
});

/** A number of the portal of Datadis, with a decimal comma. */
const spanishAmount = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(',', '.') : value),
  jsonAmount,
);

/** A row as the portal saves it. */
const datadisDownload = z
  .object({
    cups: z.string(),
    fecha: z.string(),
    hora: z.string(),
    consumo_kWh: spanishAmount,
    energiaVertida_kWh: spanishAmount,
    metodoObtencion: z.string().nullish(),
  })
  .transform(({ cups, fecha: date, hora: time, metodoObtencion: obtainMethod, ...amounts }) => ({
    ...{ cups, date, time, obtainMethod },
    ...{ consumptionKWh: amounts.consumo_kWh, surplusEnergyKWh: amounts.energiaVertida_kWh },
  }));

const datadis = { zone: 'Europe/Madrid', habits: { numberedHours: true, summedHour: true } } as const;

const datadisDocuments: readonly MeterDocument[] = [
  {
    ...datadis,
    format: 'Datadis',
    key: 'consumo_kWh',
    read: (json) => datadisEntries(z.array(datadisDownload).parse(json)),
  },
  { ...datadis, format: 'Datadis (API)', key: 'cups', read: (json) => datadisEntries(z.array(datadisRow).parse(json)) },
  {
    ...datadis,
    format: 'Datadis (API)',
    key: 'timeCurve',
    read: (json) => datadisEntries(z.object({ timeCurve: z.array(datadisRow) }).parse(json).timeCurve),
  },
];

function datadisEntries(rows: readonly z.output<typeof datadisRow>[]) {
  const entries = rows.flatMap(({ cups, date, time, obtainMethod, ...values }, i): MeterEntry[] => {
    const end = hourStamp(`${date} ${time}`);
    if (!end) throw new MeterFileError('stamp', { line: i + 1, cell: `${date} ${time}` });
    const estimated = /^E/i.test(obtainMethod ?? '');
    const entry = { ...bareEntry, line: i + 1, meter: cups, end, estimated };
    return [
      { ...entry, direction: 'consumption', value: values.consumptionKWh },
      { ...entry, direction: 'feed-in', value: values.surplusEnergyKWh },
    ];
  });
  const length = fittingLength(
    3600,
    entries.flatMap(({ end }) => end ?? []),
  );
  return { unit: 'kWh', entries: entries.map((entry) => ({ ...entry, length })) } as const;
}

const quantity = z.object({ value: jsonAmount, unit, validationState: z.string().optional() });
/** In all, or by the tariffs of day and night. */
const counts = z.object({ total: quantity, day: quantity, night: quantity }).partial();
const quarters = z.array(
  z.object({
    start: stamp,
    end: stamp,
    measurements: z.array(z.object({ offtake: counts, injection: counts }).partial()),
  }),
);
const fluvius = z.object({
  data: z.object({
    headpoint: z.object({
      ean: z.string(),
      energyType: z.string(),
      quarterHourlyEnergy: quarters.optional(),
      physicalMeters: z.array(z.object({ meterID: z.string(), quarterHourlyEnergy: quarters.optional() })).optional(),
    }),
  }),
});

/** The connection as a whole where it is told, else its meters one by one. */
const fluviusDocument: MeterDocument = {
  format: 'Fluvius (API)',
  zone: 'Europe/Brussels',
  key: 'data',
  read: (json) => {
    const { ean, energyType, quarterHourlyEnergy, physicalMeters = [] } = fluvius.parse(json).data.headpoint;
    if (energyType !== 'E') throw new MeterFileError('gas', { seen: `energyType ${energyType}` });
    return {
      unit: 'kWh',
      entries: quarterHourlyEnergy
        ? fluviusEntries(ean, quarterHourlyEnergy)
        : physicalMeters.flatMap((each) => fluviusEntries(each.meterID, each.quarterHourlyEnergy ?? [])),
    };
  },
};

function fluviusEntries(meter: string, energies: z.output<typeof quarters>): MeterEntry[] {
  return energies.flatMap(({ start, end, measurements }, i) => {
    const parts = (direction: MeterDirection, { total, day, night }: z.output<typeof counts>) =>
      Object.entries(total ? { total } : { day, night }).flatMap(([register, part]): MeterEntry[] => {
        if (!part) return [];
        const value = scaled(part.value, sizeOf(part.unit));
        const estimated = part.validationState?.startsWith('EST') ?? false;
        return [{ ...bareEntry, line: i + 1, meter, register, direction, start, end, value, estimated }];
      });
    return measurements.flatMap(({ offtake = {}, injection = {} }) => [
      ...parts('consumption', offtake),
      ...parts('feed-in', injection),
    ]);
  });
}

export const operatorDocuments: readonly MeterDocument[] = [enedisDocument, ...datadisDocuments, fluviusDocument];
