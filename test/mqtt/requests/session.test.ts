import { once } from 'node:events';
import { expect, it } from 'vitest';
import { Session } from '../../../src/mqtt/requests/session.ts';
import { startScriptedBroker } from '../../support/mqtt/scripted-broker.ts';

const CONNECT = 1;

// Promise P-831 operate/planner-service: a planner's machine disappears
it('a session whose machine falls silent is to be ended by the broker after 45 s, one and a half times what it asks for', async () => {
  let keepalive = 0;
  const broker = await startScriptedBroker({
    [CONNECT]: (packet) => {
      // Behind the name of the protocol stand its level and a byte of flags.
      keepalive = packet.readUInt16BE(packet.indexOf('MQTT') + 6);
      return [0x20, 3, 0, 0, 0];
    },
  });
  const session = new Session({ url: broker.url, clientId: 'dayahead_planner_0123456789abcdef' }, 'planners/me');
  session.start();
  await once(session, 'welcome');
  expect(1.5 * keepalive).toBe(45);
  await session.end('nobody');
  broker.stop();
});
