import { describe, expect, it } from 'vitest';
import config from '../../../nodes/config.ts';
import forecast from '../../../nodes/forecast.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { nodeRed } from '../../support/node-red/node-red-helper.ts';

const NOON = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const load = nodeRed(forecast, config);

async function start(fields: object = {}) {
  const flow = await load(manualClock(NOON), [
    { id: 'site', type: 'dayahead-config', timeZone: 'Europe/Berlin' },
    { id: 'n1', type: 'dayahead-forecast', name: 'Roof', config: 'site', kind: 'production', wires: [[]], ...fields },
  ]);
  await flow.status('n1', /./);
  return flow;
}

describe('forecast', () => {
  // Promise P-163 use/sun-and-load: both series have the quarter hours of two days
  it('answers a forecast with two days of what is expected', async () => {
    const flow = await start();
    const payload = [{ start: '2026-01-15T12:00:00+01:00', end: '2026-01-16T12:00:00+01:00', kw: 2 }];
    const { calls, sent } = await flow.input('n1', { payload });
    expect(calls).toEqual(['send', 'done']);
    expect(sent).toMatchObject([
      {
        topic: 'Roof',
        payload: {
          kind: 'production',
          now: null,
          fetchedAt: '2026-01-15T12:00:00+01:00',
          until: '2026-01-16T12:00:00+01:00',
          stale: false,
          learntDays: 0,
        },
      },
    ]);
    const [message] = sent as { payload: { series: object[] } }[];
    const { series = [] } = message?.payload ?? {};
    expect(series).toHaveLength(192);
    expect(series[0]).toEqual({ start: '2026-01-15T12:00:00+01:00', end: '2026-01-15T12:15:00+01:00', kw: 2 });
    expect(flow.statuses('n1').at(-1)).toMatchObject({ fill: 'green', shape: 'dot' });
  });

  it('takes the power now without an answer, and says it when asked', async () => {
    const flow = await start({ kind: 'consumption' });
    expect(await flow.input('n1', { payload: { now: 0.4 } })).toMatchObject({ sent: [null] });
    const { sent } = await flow.input('n1', { payload: 'again' });
    expect(sent).toMatchObject([{ payload: { kind: 'consumption', now: 0.4, fetchedAt: null } }]);
  });

  it('takes the forecast in an entity of Home Assistant', async () => {
    const flow = await start();
    const entry = (hour: number) => ({ period_start: `2026-01-15T${hour}:00:00+01:00`, pv_estimate: 1.5 });
    const data = { attributes: { detailedForecast: [entry(12), entry(13)] } };
    const { sent } = await flow.input('n1', Object.assign({ payload: '23.4' }, { data }));
    expect(sent).toMatchObject([{ payload: { until: '2026-01-15T14:00:00+01:00' } }]);
  });

  // Promise P-177 use/sun-and-load: the status gives the reason of a refusal
  it('refuses what it cannot take, and shows why until the next input', async () => {
    const flow = await start();
    const { calls, error } = await flow.input('n1', { payload: { watts: 3 } });
    expect(calls).toEqual(['done']);
    expect(error?.message).toContain('its keys: watts');
    expect(flow.statuses('n1').at(-1)).toMatchObject({ fill: 'red' });
  });
});
