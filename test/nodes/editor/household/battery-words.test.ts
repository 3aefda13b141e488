import { describe, expect, it } from 'vitest';
import { batteryLines } from '../../../../nodes/editor/household/battery-words.ts';
import type { PageHouse } from '../../../../nodes/editor/household/told.ts';
import { placeWords } from '../../../../nodes/editor/household/words.ts';
import { wordsIn } from '../../../../nodes/household/words.ts';

placeWords(wordsIn('en-US'));

const at = (clock: string) => `2026-01-14T${clock}:00+01:00`;
const stretch = (mode: string, start: string, end: string) => ({ mode, start: at(start), end: at(end) });
const cellar = {
  ...{ id: 'b', name: 'Cellar', timeZone: 'Europe/Berlin', soc: 42, saving: 1.25, chargeKw: 3 },
  ...{ mode: 'charge', until: at('13:00'), reason: 'planned' },
  stretches: [stretch('charge', '12:00', '13:00'), stretch('discharge', '18:00', '20:00')],
};
const lines = (fields: object) =>
  batteryLines(
    { ...cellar, ...fields } as unknown as NonNullable<PageHouse['batteries']>[number],
    { prices: { series: { currency: 'EUR' } } } as unknown as PageHouse,
    Date.parse(at('12:30')) / 1000,
  );

describe('a battery', () => {
  it('says at what power until when and why, what comes next, and what that saves', () => {
    expect(lines({})).toEqual([
      '3 kW · until 13:00 · as planned',
      'next feed the grid 18:00–20:00',
      'saves EUR\u00a01.25',
    ]);
  });

  it('by hand says so', () => {
    const by = { mode: 'hold', chargeKw: 0, reason: 'override', until: '2026-01-15T00:00:00+01:00' };
    expect(lines(by)[0]).toBe('until Thu 00:00 · by hand');
  });

  it('that does not run yet says no more', () => {
    expect(lines({ mode: undefined })).toEqual(['not running']);
  });
});

describe('a car', () => {
  const car = {
    ...{ car: true, mode: 'hold', chargeKw: 0, saving: null, until: at('22:00') },
    ...{ deadline: '2026-01-15T07:00:00+01:00', stretches: [stretch('charge', '22:00', '23:00')] },
  };

  it.each([
    ['how full it is to be', { soc: 40, target_soc: 80, energy_kwh: 20 }, 'from 40 to 80 % · ready by Thu 07:00'],
    ['what it is to get', { soc: null, target_soc: 80, energy_kwh: 20 }, '20 kWh · ready by Thu 07:00'],
  ])('says %s and by when', (_, asked, wanted) => {
    expect(lines({ ...car, asked })).toEqual(['until 22:00 · as planned', 'next 22:00–23:00', wanted]);
  });

  it('says what it will lack', () => {
    expect(lines({ ...car, shortKwh: 3.21 })).toContain('3.2 kWh will be missing at that time');
    expect(lines({ ...car, shortKwh: 0.01 }).join()).not.toContain('missing');
  });
});
