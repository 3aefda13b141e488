import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openChosenTariff } from '../../../src/runtime/prices/chosen-tariff.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dayahead-chosen-'));
});
afterEach(() => rm(directory, { recursive: true }));

const file = () => join(directory, 'node.json');
const configured = { country: 'DK', consumption: { id: 'A' }, postalCode: '2100' };
const changed = { ...configured, consumption: { id: 'B' } };

async function open(config: object = configured) {
  const problems: string[] = [];
  const keeping = { file: file() };
  const chosen = await openChosenTariff({ config, keeping, onProblem: ({ message }) => problems.push(message) });
  return { chosen, problems };
}

/** The selection after the inputs and a restart, perhaps with another configuration. */
async function afterRestart(inputs: object[], config?: object) {
  const { chosen } = await open();
  for (const input of inputs) chosen.input(input);
  await chosen.close({ removed: false });
  return (await open(config)).chosen.latest();
}

describe('a selection', () => {
  it.each([
    ['as configured where nothing was changed', [], undefined, configured],
    [
      'as the last input changed it',
      [{ country: 'DE', feedin: { id: 'C' } }, { consumption: { id: 'B' } }],
      undefined,
      changed,
    ],
    ['as configured again after a reset', [{ consumption: { id: 'B' } }, { reset: true }], undefined, configured],
    [
      'as configured where that is no longer what the input changed',
      [{ consumption: { id: 'B' } }],
      { ...configured, postalCode: '8000' },
      { ...configured, postalCode: '8000' },
    ],
    ['none where none was chosen', [], { country: 'DK' }, undefined],
  ])('is after a restart %s', async (_, inputs, config, expected) => {
    expect(await afterRestart(inputs, config)).toEqual(expected);
  });

  it('that is refused changes nothing', async () => {
    const { chosen } = await open();
    expect(() => chosen.input({ country: 'GER' })).toThrow('country: "GER" is not one of');
    expect(chosen.input({ refresh: true })).toEqual(configured);
  });

  it('is forgotten with its node', async () => {
    const { chosen } = await open();
    chosen.input({ consumption: { id: 'B' } });
    await chosen.close({ removed: true });
    expect(await readdir(directory)).toEqual([]);
  });

  it.each([
    ['half of one', '{"schema":1,', 'node.json cannot be read', 0],
    [
      'one of a later version',
      '{"schema":2,"selection":{"country":"DK"}}',
      'node.json was written by a newer version',
      1,
    ],
  ])('is as configured where %s was kept, which is reported where it is found', async (_, text, reason, again) => {
    await writeFile(file(), text);
    const { chosen, problems } = await open();
    expect(chosen.latest()).toEqual(configured);
    expect(problems).toEqual([expect.stringContaining(reason)]);
    expect((await open()).problems).toHaveLength(again);
  });
});
