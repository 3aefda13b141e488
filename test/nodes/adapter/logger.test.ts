import type { Node, NodeAPI } from 'node-red';
import { describe, expect, it } from 'vitest';
import { redactNode, warnOf } from '../../../nodes/adapter/logger.ts';
import { rememberSecret } from '../../../src/core/secrets/secrets.ts';

const TOKEN = '2a4c6e80-1b3d-5f79-8a9c-0d1e2f3a4b5c';
const URL_WITH_TOKEN = `https://web-api.tp.entsoe.eu/api?securityToken=${TOKEN.replaceAll('-', '%2D')}`;
const MASKED = 'https://web-api.tp.entsoe.eu/api?securityToken=[token]';

/** A node that records what it logs and shows. */
async function loggedBy(act: (node: Node) => void): Promise<unknown[]> {
  const lines: unknown[] = [];
  const record = (...line: unknown[]) => void lines.push(...line);
  const node = { log: record, warn: record, error: record, status: record } as unknown as Node;
  redactNode(node);
  rememberSecret(TOKEN);
  // `redactNode` has asked for the same module.
  await import('../../../src/core/secrets/secrets.ts');
  act(node);
  return lines;
}

describe('a node of ours', () => {
  it.each<[string, (node: Node) => void]>([
    ['in its log', (node) => node.log(URL_WITH_TOKEN)],
    ['in a warning', (node) => node.warn(URL_WITH_TOKEN)],
    ['in an error', (node) => node.error(URL_WITH_TOKEN)],
  ])('masks a token %s', async (_, act) => {
    expect(await loggedBy(act)).toEqual([MASKED]);
  });

  it('masks a token in the text and the stack of an error, and keeps the message beside it', async () => {
    const [error, message] = await loggedBy((node) => node.error(new TypeError(URL_WITH_TOKEN), { payload: 1 }));
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toBe(MASKED);
    expect((error as Error).stack).not.toContain(TOKEN.slice(0, 8));
    expect(message).toEqual({ payload: 1 });
  });

  it('masks a token in a status', async () => {
    const shown = await loggedBy((node) => {
      node.status({ fill: 'red', shape: 'dot', text: URL_WITH_TOKEN });
      node.status({});
      node.status(TOKEN);
    });
    expect(shown).toEqual([{ fill: 'red', shape: 'dot', text: MASKED }, {}, '[token]']);
  });
});

it('masks a token in a warning that belongs to no node', async () => {
  const lines: string[] = [];
  const warn = warnOf({ log: { warn: (line: string) => lines.push(line) } } as unknown as NodeAPI);
  rememberSecret(TOKEN);
  await import('../../../src/core/secrets/secrets.ts');
  warn(`DE-LU: ${URL_WITH_TOKEN}`);
  expect(lines).toEqual([`[dayahead] DE-LU: ${MASKED}`]);
});
