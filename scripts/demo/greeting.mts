import type { Running } from './broker.mts';

const replay =
  "a replay of old auctions under today's date: good for trying out, not for a real device; -- --live has real ones";
const real = 'live, from public sources: the status of each house says which, and what is missing';

/** The addresses of the demo, for whoever has started it. */
export const greeting = (
  editor: Pick<Running, 'url'>,
  broker: Pick<Running, 'url' | 'port'>,
  userDir: string,
  { live = false, page = false } = {},
) => `
Editor  ${editor.url}
${page ? `Page    ${editor.url}dayahead/ (for everybody in the house)\n` : ''}Broker  ${broker.url} (MQTT 3.1.1 alone, which Home Assistant gives up with 2027.1: use Mosquitto for it)
Watch   mosquitto_sub -h 127.0.0.1 -p ${broker.port} -t 'dayahead/#' -v
Prices  ${live ? real : replay}

The flows are kept in ${userDir}; Ctrl-C stops everything.`;
