import type { Node } from 'node-red';
import type { Site } from '../../src/runtime/site.ts';
import type { Adapter } from './adapter.ts';

/** Shows at a node that the broker of its site cannot be reached, for as long as that is so. */
export function followBroker(
  node: Node,
  { cover, faultWord }: Pick<Adapter, 'cover' | 'faultWord'>,
  site: Pick<Site, 'followBroker'>,
): void {
  let last: string | undefined;
  const leave = site.followBroker?.(async (trouble) => {
    last = trouble;
    const { detailText } = await import('../../src/runtime/problem-text.ts');
    if (last !== trouble) return;
    const text = trouble && faultWord('broker-down', { why: detailText(trouble, faultWord) });
    cover(text ? { fill: 'red', shape: 'ring', text } : undefined);
  });
  if (leave) node.on('close', leave);
}
