import { EventEmitter } from 'node:events';
import type { NodeAPI, NodeDef } from 'node-red';
import type { Logged } from '../../src/runtime/diagnostics/report.ts';
import { membersOf } from '../adapter/overview.ts';
import { type ConfigNode, meansOf, presentClock } from '../adapter/site.ts';
import { offerEndpoint } from './endpoint.ts';

const isOurs = ({ type = '' }: { readonly type?: string }) => type.startsWith('dayahead-');

/** `GET dayahead/report`: the report of a problem, `{text}`, for users who may read the flows. */
export function offerReport(RED: NodeAPI): void {
  const logged = recentlyLogged(RED);
  offerEndpoint(RED, 'get', 'report', 'dayahead.read', async () => {
    const { reportText } = await import('../../src/runtime/diagnostics/report.ts');
    const { buildName, packageVersion } = await import('../../src/runtime/package-version.ts');
    const { ownZone } = await import('../../src/runtime/clock.ts');
    const all: NodeDef[] = [];
    RED.nodes.eachNode((node) => void all.push(node));
    const nodes = all.filter(isOurs).map((node) => ({ ...node }));
    const running = all.map(({ id }) => RED.nodes.getNode(id) as ConfigNode | null);
    const { live } = meansOf(RED);
    const { sources, mirrors } = live ?? {};
    return {
      text: reportText({
        versions: [
          `@dayahead/node-red-tariffs ${packageVersion()}, build ${buildName()}`,
          `Node-RED ${(RED.settings as { readonly version?: string }).version}`,
          `Node.js ${process.version}, ${process.platform} ${process.arch}, up for ${Math.floor(process.uptime() / 60)} min`,
        ],
        now: (await presentClock(RED)).now(),
        timeZone: ownZone(),
        nodes,
        // A running site has the values of the variables that its fields name.
        private: [
          ...all.filter(({ type }) => type === 'mqtt-broker'),
          ...running.flatMap((node) => node?.def ?? []),
          { sources, mirrors },
        ],
        credentials: [all.map(({ id }) => RED.nodes.getCredentials(id)), running.map((node) => node?.credentials)],
        members: membersOf(RED),
        asked: [...(live?.running.values() ?? [])].flatMap(({ prices }) => prices.lastAsked()),
        logged: logged(),
      }),
    };
  });
}

/** As many as a report tells. */
const MOST_LOGGED = 20;

/** A message of Node-RED's log, with its time in milliseconds. */
interface LogEntry {
  readonly level: number;
  readonly type?: string;
  readonly id?: string;
  readonly msg?: unknown;
  readonly timestamp?: number;
}

/** The last warnings and errors of our nodes, as they were logged. */
function recentlyLogged(RED: NodeAPI): () => readonly Logged[] {
  const { WARN, ERROR, FATAL } = RED.log;
  let last: readonly Logged[] = [];
  const log = new EventEmitter().on('log', (entry: LogEntry) => {
    const { level, id, msg, timestamp = 0 } = entry;
    if (!isOurs(entry) || ![WARN, ERROR, FATAL].includes(level)) return;
    const kind = level === WARN ? 'warning' : 'error';
    const one: Logged = { at: timestamp / 1000, level: kind, text: String(msg), ...(id !== undefined && { id }) };
    last = [...last, one].slice(-MOST_LOGGED);
  });
  RED.log.addHandler(log);
  return () => last;
}
