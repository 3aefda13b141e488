import type { LayoutValue, MeterLayout } from './layout.ts';

/** Meters in homes, home systems, and a plain table. */

const counted = (direction: 'consumption' | 'feed-in', ...columns: string[]): LayoutValue[] =>
  columns.map((column) => ({ of: [column], direction }));

export const homeLayouts: readonly MeterLayout[] = [
  {
    format: 'HomeWizard P1',
    zone: 'Europe/Amsterdam',
    start: ['time'],
    with: ['import t1 kwh', 'import t2 kwh'],
    unit: 'kWh',
    cumulative: true,
    values: [
      ...counted('consumption', 'import t1 kwh', 'import t2 kwh'),
      ...counted('feed-in', 'export t1 kwh', 'export t2 kwh'),
    ],
  },
  {
    format: 'HomeWizard kWh meter',
    zone: 'Europe/Amsterdam',
    start: ['time'],
    unit: 'kWh',
    cumulative: true,
    values: [...counted('consumption', 'import kwh'), ...counted('feed-in', 'export kwh')],
  },
  {
    format: 'Home Assistant statistics',
    start: ['start_ts'],
    meter: 'statistic_id',
    unit: { of: 'unit_of_measurement' },
    cumulative: true,
    habits: { stateAtEnd: true },
    values: [{ of: ['sum'] }],
  },
  {
    format: 'InfluxDB (Flux)',
    end: ['_time'],
    unit: { of: '_measurement' },
    meter: 'entity_id',
    values: [{ of: ['_value'] }],
  },
  {
    format: 'InfluxDB',
    start: ['time'],
    with: ['name', 'tags'],
    unit: { of: 'name' },
    values: [{ of: ['mean', 'sum', 'value'] }],
  },
  {
    format: 'timestamp,kWh',
    start: ['timestamp'],
    unit: 'kWh',
    values: [{ of: ['kwh'] }],
    habits: { assumedStarts: true },
  },
];
