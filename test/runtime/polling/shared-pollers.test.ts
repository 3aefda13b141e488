import { describe, expect, it } from 'vitest';
import type { DayAhead } from '../../../src/api/read-series.ts';
import type { DayAheadQuestion } from '../../../src/client/client.ts';
import { ConfigurationError, NetworkError } from '../../../src/client/errors.ts';
import type { Trouble } from '../../../src/runtime/polling/poller.ts';
import { sharedPollers } from '../../../src/runtime/polling/shared-pollers.ts';
import { manualClock } from '../../support/manual-clock.ts';

const START = 1_800_000_000;
const HOUR = 3600;
const spot: DayAheadQuestion = { country: 'DE', consumption: 'SPOT' };

/** An answer of before a restart that is to be renewed `due` seconds after the start. */
const recalled = (due: number) => ({
  fetchedAt: START - HOUR,
  nextPoll: START + due,
  series: { currency: 'EUR', next: START + due },
});

/** Followers of a service whose n-th answer, or failure, is the n-th reply; the last again and again. */
function house(replies: (number | Error)[], late?: () => Trouble | undefined) {
  const clock = manualClock(START);
  const asked: string[] = [];
  const { follow, again } = sharedPollers({
    clock,
    late,
    random: () => 0,
    client: {
      async dayAhead({ consumption = '' }): Promise<DayAhead> {
        const reply = replies[Math.min(asked.length, replies.length - 1)];
        asked.push(`${clock.now() - START} ${consumption}`);
        if (typeof reply !== 'number') throw reply;
        return { currency: 'EUR', next: START + reply, consumption: { points: [] } };
      },
    },
  });
  const node = (question = spot, { soon = false, fails = false } = {}) => {
    const heard: string[] = [];
    const poller = follow(question, {
      soon,
      onUpdate({ nextPoll }) {
        heard.push(`next ${nextPoll - START}`);
        if (fails) throw new RangeError('no such currency');
      },
      onTrouble: ({ error }) => heard.push(error.name),
    });
    return { poller, heard };
  };
  return { clock, asked, node, again };
}

describe('nodes with the same question', () => {
  // Promise P-472 operate/reactions: nodes with the same question share its requests
  it('share one request and one alarm', async () => {
    const { clock, asked, node } = house([HOUR, 20 * HOUR]);
    const nodes = [node(), node(), node()];
    for (const { poller } of nodes) poller.start();
    await clock.advanceBy(2 * HOUR);
    expect(asked).toEqual(['0 SPOT', `${HOUR} SPOT`]);
    expect(nodes.map(({ heard }) => heard)).toEqual(Array(3).fill([`next ${HOUR}`, `next ${20 * HOUR}`]));
    expect(clock.alarms()).toHaveLength(1);
  });

  it('hear at once what is known, the later ones too', async () => {
    const { clock, asked, node } = house([HOUR, new NetworkError({ url: 'x' }, 'no route')]);
    node().poller.start();
    await clock.advanceBy(60);
    const second = node();
    second.poller.start();
    expect(second.heard).toEqual([`next ${HOUR}`]);
    await clock.advanceBy(HOUR);
    const third = node();
    third.poller.start();
    expect(third.heard).toEqual([`next ${HOUR}`, 'NetworkError']);
    expect(asked.length).toBeGreaterThan(1);
  });

  it('hear at once what one of them remembers, while the service cannot be reached', async () => {
    const { clock, asked, node } = house([new NetworkError({ url: 'x' }, 'no route')]);
    const [first, second] = [node(), node()];
    first.poller.start();
    await clock.advanceBy(5);
    second.poller.start(recalled(HOUR));
    expect(first.heard).toEqual(['NetworkError', `next ${HOUR}`, 'NetworkError']);
    expect(second.heard).toEqual([`next ${HOUR}`, 'NetworkError']);
    expect(asked).toHaveLength(1);
  });

  it('hear at once that a question is refused, without asking it again', async () => {
    const { clock, asked, node } = house([new ConfigurationError({ url: 'x', status: 400 }, 'no such tariff')]);
    node().poller.start();
    await clock.advanceBy(60);
    const second = node();
    second.poller.start();
    await clock.advanceBy(HOUR);
    expect(second.heard).toEqual(['ConfigurationError']);
    expect(asked).toHaveLength(1);
  });

  it('are asked for until the last one stops', async () => {
    const { clock, asked, node } = house([HOUR, 2 * HOUR, 3 * HOUR, 100 * HOUR]);
    const [first, second] = [node(), node()];
    for (const { poller } of [first, second]) poller.start();
    await clock.advanceBy(60);
    first.poller.stop();
    await clock.advanceBy(HOUR);
    expect(first.heard).toHaveLength(1);
    expect(second.heard).toHaveLength(2);
    second.poller.stop();
    expect(clock.alarms()).toEqual([]);
    second.poller.start();
    await clock.advanceBy(60);
    expect(asked).toEqual(['0 SPOT', `${HOUR} SPOT`, `${HOUR + 60} SPOT`]);
  });

  it('hear what one of them recalls, and ask when that is due', async () => {
    const { clock, asked, node } = house([20 * HOUR]);
    const [first, second] = [node(), node()];
    first.poller.start(recalled(HOUR));
    second.poller.start(recalled(2 * HOUR));
    expect([first.heard, second.heard]).toEqual([[`next ${HOUR}`], [`next ${HOUR}`]]);
    await clock.advanceBy(2 * HOUR);
    expect(asked).toEqual([`${HOUR} SPOT`]);
  });

  it('keep an answer from nobody when one of them cannot use it', async () => {
    const { clock, node } = house([HOUR]);
    const [broken, sound] = [node(spot, { fails: true }), node()];
    for (const { poller } of [broken, sound]) poller.start();
    await clock.advanceBy(60);
    expect(broken.heard).toEqual([`next ${HOUR}`, 'RangeError']);
    expect(sound.heard).toEqual([`next ${HOUR}`]);
  });

  it('are asked for as soon as one of them wishes', async () => {
    const { clock, node } = house([3 * HOUR]);
    const [patient, hasty] = [node(), node(spot, { soon: true })];
    for (const { poller } of [patient, hasty]) poller.start();
    await clock.advanceBy(60);
    expect(patient.heard).toEqual([`next ${2.5 * HOUR}`]);
  });
});

it('asks different questions each for itself', async () => {
  const { clock, asked, node } = house([HOUR]);
  for (const question of [spot, { ...spot, consumption: 'FIXED' }, { ...spot, resolution: 900 as const }]) {
    node(question).poller.start();
  }
  await clock.advanceBy(60);
  expect(asked).toEqual(['0 SPOT', '0 FIXED', '0 SPOT']);
});

describe('a question of which something new is known', () => {
  it('is asked again at once, and no other', async () => {
    const { clock, asked, node, again } = house([20 * HOUR]);
    node().poller.start();
    node({ ...spot, consumption: 'OTHER' }).poller.start();
    await clock.advanceBy(60);
    again(({ consumption }) => consumption === 'SPOT');
    await clock.advanceBy(1);
    expect(asked).toEqual(['0 SPOT', '0 OTHER', '60 SPOT']);
  });

  it('is asked again after a request that is running, whose answer may be older', async () => {
    const { clock, asked, node, again } = house([20 * HOUR]);
    node().poller.start();
    again(() => true);
    await clock.advanceBy(1);
    expect(asked).toEqual(['0 SPOT', '0 SPOT']);
  });

  it('tells beside its answer what keeps the next one', async () => {
    const error = new RangeError('no source');
    const { clock, node } = house([HOUR], () => ({ error, retryAt: START + 60 }));
    const { poller, heard } = node();
    poller.start();
    await clock.advanceBy(1);
    expect(heard).toEqual([`next ${HOUR}`, 'RangeError']);
  });
});
