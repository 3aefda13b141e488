import type { Running } from './broker.mts';
import { LOOPBACK } from './listen.mts';
import { TITLE } from './node-red.mts';

/** Milliseconds: a program that answers nothing on the port is no demo. */
const PATIENCE_MS = 1000;

/** Whether the editor of another demo answers on a port. */
export async function isDemoAt(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://${LOOPBACK}:${port}/`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return (await answer.text()).includes(`<title>${TITLE}</title>`);
  } catch {
    return false;
  }
}

/** A second demo beside the first, and the ports that it uses. */
export const otherDemoText = (
  otherPort: number,
  editor: Pick<Running, 'port'>,
  broker: Pick<Running, 'port'>,
): string =>
  `Another demo runs at http://${LOOPBACK}:${otherPort}/. This demo uses port ${editor.port} for the editor and ${broker.port} for the broker.`;
