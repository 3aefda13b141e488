import { openDevice } from '../../../dist/src/runtime/device/open-device.js';
import { createSite } from '../../../dist/src/runtime/site.js';
import { manualClock } from '../../../test/support/manual-clock.ts';
import { startMosquitto } from '../../../test/support/mqtt/mosquitto.ts';
import { batches } from '../harness/batch.mts';
import { type Figure, figure } from '../harness/figure.mts';
import { ratioOf } from '../harness/ratio.mts';

const DEVICES = 100;
const QUARTER_HOUR = 900;
const NOW = Date.parse('2026-11-20T12:20:00Z') / 1000;
const MIDNIGHT = Date.parse('2026-11-19T23:00:00Z') / 1000;

/** A price message at each device of a large site with a broker and Home Assistant, from the copy that Node-RED makes to topics. */
export default async function devices(): Promise<Figure[]> {
  const broker = await startMosquitto();
  const clock = manualClock(NOW);
  const address = { url: broker.url, clientId: 'bench' };
  const site = await createSite({
    ...{ clock, timeZone: 'Europe/Berlin', broker: address, discoveryPrefix: 'homeassistant' },
  });
  site.start();
  const all = await Promise.all(
    Array.from({ length: DEVICES }, (_, i) =>
      openDevice({
        ...{ site, config: { minutes: `${30 + i}`, powerKw: '1', readyBy: '07:00' }, keeping: {} },
        owner: { id: `device${i}`, name: `Device ${i}` },
        onNews: () => undefined,
        onState: () => undefined,
        onError: (error) => {
          throw error;
        },
      }),
    ),
  );
  const texts = [0.2, 0.25].map(message).map((each) => JSON.stringify(each));
  // Node-RED clones a message for each wire.
  const copies = texts.map((text) => all.map(() => JSON.parse(text) as object));
  const give = (which: number) => all.forEach((device, i) => void device.input(copies[which]?.[i]));
  give(0);
  let next = 0;
  const bare = batches(() => JSON.parse(texts[0] ?? ''));
  const changed = await ratioOf(
    batches(() => give(++next % 2)),
    bare,
  );
  const same = await ratioOf(
    batches(() => give(0)),
    bare,
  );
  for (const device of all) await device.close({ removed: false });
  await site.stop({ removed: false });
  await broker.stop();
  const yardstick = 'JSON.parse of the message';
  return [
    figure({ name: `devices: new prices at ${DEVICES} devices`, yardstick, atMost: 1200 }, changed),
    figure({ name: `devices: the same prices again at ${DEVICES} devices`, yardstick, atMost: 1200 }, same),
  ];
}

function message(first: number): object {
  return Array.from({ length: 192 }, (_, i) => ({
    start: new Date((MIDNIGHT + i * QUARTER_HOUR) * 1000).toISOString(),
    end: new Date((MIDNIGHT + (i + 1) * QUARTER_HOUR) * 1000).toISOString(),
    value: first + ((i * 7919) % 100) / 1000,
  }));
}
