import type { Running } from './broker.mts';

const replay = "a replay of old auctions under today's date, to try things out. Real prices: npm start -- --live";
const real = 'live, from public sources: the status of each house says which, and what is missing';

/** The addresses of the demo, for whoever has started it. */
export const greeting = (
  editor: Pick<Running, 'url'>,
  broker: Pick<Running, 'url' | 'port'>,
  userDir: string,
  { live = false, page = false } = {},
) => `
Editor  ${editor.url}
${page ? `Page    ${editor.url}dayahead/\n` : ''}Broker  ${broker.url} (MQTT 3.1.1 only; Home Assistant 2027.1 and later need MQTT 5: use Mosquitto)
Watch   mosquitto_sub -h 127.0.0.1 -p ${broker.port} -t 'dayahead/#' -v
Prices  ${live ? real : replay}

The flows are kept in ${userDir}; Ctrl-C stops everything.`;
