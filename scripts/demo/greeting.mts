import type { Running } from './broker.mts';

/** The addresses of the demo, for whoever has started it. */
export const greeting = (editor: Pick<Running, 'url'>, broker: Pick<Running, 'url' | 'port'>, userDir: string) => `
Editor  ${editor.url}
Broker  ${broker.url} (MQTT 3.1.1 alone, which Home Assistant gives up with 2027.1: use Mosquitto for it)
Watch   mosquitto_sub -h 127.0.0.1 -p ${broker.port} -t 'dayahead/#' -v
Prices  a replay of old auctions under today's date: good for trying out, not for a real device

The flows are kept in ${userDir}; Ctrl-C stops everything.`;
