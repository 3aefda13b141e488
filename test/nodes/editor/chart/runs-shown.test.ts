import { expect, it } from 'vitest';
import { runsShown } from '../../../../nodes/editor/chart/runs-shown.ts';

const at = (time: string) => `2026-01-14T${time}:00+01:00`;
const run = { start: at('20:00'), end: at('21:00') } as never;
const prices = [{ end: at('11:00') }, { end: at('23:00') }];

it.each<[string, object, string[]]>([
  ['planned', { on: true, override: 'auto', until: at('12:00') }, ['20:00-21:00']],
  ['planned, while a hand holds it off', { on: false, override: 'off', until: at('12:00') }, ['20:00-21:00']],
  ['on by hand until then', { on: true, override: 'on', until: at('12:00') }, ['10:00-12:00', '20:00-21:00']],
  ['on by hand without an end', { on: true, override: 'on', until: null }, ['10:00-23:00', '20:00-21:00']],
  [
    'on by hand for a month',
    { on: true, override: 'on', until: '2026-02-14T10:00:00+01:00' },
    ['10:00-23:00', '20:00-21:00'],
  ],
])('a device has bars where it is %s', (_, device, bars) => {
  const shown = runsShown({ ...device, plan: { runs: [run] } }, at('10:00'), prices);
  expect(shown.map(({ start, end }) => `${start.slice(11, 16)}-${end.slice(11, 16)}`)).toEqual(bars);
});

it('a device has no bar by hand where prices have run out, nor any without a plan', () => {
  expect(runsShown({ on: true, override: 'on', until: null }, at('23:30'), prices)).toEqual([]);
});
