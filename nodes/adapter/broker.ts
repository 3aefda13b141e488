import type { Node } from 'node-red';
import type { Site } from '../../src/runtime/site.ts';
import type { StatusWord } from '../../src/runtime/status.ts';
import type { Adapter } from './adapter.ts';

/** Shows at a node that the broker of its site cannot be reached, for as long as that is so; `hear` is told why. */
export function followBroker(
  node: Node,
  adapter: Adapter,
  faultWord: StatusWord,
  site: Pick<Site, 'followBroker'>,
  hear: (trouble: string | undefined) => void = () => undefined,
): void {
  const leave = site.followBroker?.((trouble) => {
    const text = trouble && faultWord('broker-down', { why: trouble });
    adapter.cover(text ? { fill: 'red', shape: 'ring', text } : undefined);
    hear(trouble);
  });
  if (leave) node.on('close', leave);
}
