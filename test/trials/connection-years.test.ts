import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectForYears } from '../support/years/outside/line.ts';

const line = vi.hoisted(() => ({ connect: undefined as unknown }));
vi.mock('mqtt', async (original) => ({
  ...(await original<object>()),
  connect: (options: unknown) => (line.connect as (options: unknown) => unknown)(options),
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: Date.parse('2026-01-02') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** `npm run years` asks for ten years. */
const DAYS = process.env.YEARS ? Math.round(Number(process.env.YEARS) * 365.25) : 30;

it('through every fault of a broker that its library tells, each topic is heard again, MQTT 5 is spoken again, and nothing is left open', async () => {
  const met = await connectForYears(DAYS, 7, (connect) => {
    line.connect = connect;
  });
  process.stderr.write(`${JSON.stringify(met)}\n`);
  expect(Object.keys(met)).toHaveLength(13);
});
