import { expect, it } from 'vitest';
import { powerRows } from '../../../src/mqtt/house/power-topics.ts';
import { publicationsOf } from '../../../src/mqtt/topics.ts';

const noon = Date.parse('2026-01-15T11:00:00Z') / 1000;

// Promise P-272 integrate/topics: `solar/series` and `load/series` until the end of what is expected
it('says sun and load as far as they are known, until the end of what is expected', () => {
  expect(publicationsOf(powerRows, { from: noon, solar: [2.5, 0], load: undefined })).toEqual([
    {
      topic: 'solar/series',
      payload:
        '[{"start":"2026-01-15T11:00:00Z","end":"2026-01-15T11:15:00Z","value":2.5},{"start":"2026-01-15T11:15:00Z","end":"2026-01-15T11:30:00Z","value":0}]',
      expiresAt: noon + 1800,
    },
    {
      topic: 'solar/series_w',
      payload:
        '[{"start":"2026-01-15T11:00:00Z","end":"2026-01-15T11:15:00Z","value":2500},{"start":"2026-01-15T11:15:00Z","end":"2026-01-15T11:30:00Z","value":0}]',
      expiresAt: noon + 1800,
    },
  ]);
  expect(publicationsOf(powerRows, { from: noon, solar: [undefined, 1, undefined], load: undefined })).toMatchObject([
    { payload: '[{"start":"2026-01-15T11:15:00Z","end":"2026-01-15T11:30:00Z","value":1}]', expiresAt: noon + 1800 },
    { payload: '[{"start":"2026-01-15T11:15:00Z","end":"2026-01-15T11:30:00Z","value":1000}]', expiresAt: noon + 1800 },
  ]);
  expect(publicationsOf(powerRows, { from: noon, solar: undefined, load: [1] }).map(({ topic }) => topic)).toEqual([
    'load/series',
  ]);
});
