import { describe, expect, it } from 'vitest';
import { manualClock } from '../../support/manual-clock.ts';
import { publishingHouse } from '../../support/mqtt/publishing-house.ts';

const NOON = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const quarter = (value: number) => `[{"start":"2026-01-15T11:00:00Z","end":"2026-01-15T11:15:00Z","value":${value}}]`;

describe('sun and load on the broker', () => {
  // Promise P-162 use/sun-and-load: `solar/series` and `load/series` have the expected power
  it('are what was said last, and cleared with their last source', async () => {
    const clock = manualClock(NOON);
    const house = publishingHouse(clock);
    house.publishing.start();
    house.connect();
    house.publishing.powers({ from: NOON, solar: [2.5], load: [0.4] });
    expect([house.shown('solar/series'), house.shown('load/series')]).toEqual([quarter(2.5), quarter(0.4)]);
    await clock.advanceBy(1);
    house.publishing.powers({ from: NOON, solar: undefined, load: [0.4] });
    expect([house.shown('solar/series'), house.shown('load/series')]).toEqual([undefined, quarter(0.4)]);
  });

  it('of an earlier life are cleared where no source is there any more', async () => {
    const clock = manualClock(NOON);
    const { publishing, remembered, disconnect, ...house } = publishingHouse(clock);
    publishing.start();
    house.connect();
    publishing.powers({ from: NOON, solar: [2.5], load: undefined });
    await publishing.stop({ removed: false });
    disconnect();
    const next = publishingHouse(clock, { before: remembered(), broker: { ...house, disconnect } });
    next.publishing.start();
    next.connect();
    expect(next.shown('solar/series')).toBe(quarter(2.5));
    await clock.advanceBy(61);
    expect(next.shown('solar/series')).toBeUndefined();
  });
});
