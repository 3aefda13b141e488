import { describe, expect, it } from 'vitest';
import { GONE, HERE, heard, leftTo, type Members } from '../../../src/mqtt/requests/members.ts';

const named = (letter: string) => `dayahead_planner_${letter.repeat(16)}`;
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(named) as [string, string, string, string];

/** The members after each has said its word, `seconds` ago. */
const saying = (...words: readonly (readonly [id: string, word: string, seconds?: number])[]): Members =>
  words.reduce<Members>(
    (members, [id, word, seconds = 0]) => heard(members, id, word, NOW - 1000 * seconds),
    new Map(),
  );
const NOW = 1e6;

describe('the session of a planner that has gone', () => {
  it.each([
    { here: [a, c, d], gone: [b] },
    { here: [a, d], gone: [b, c] },
    { here: [a, b, c], gone: [d] },
  ])('falls to one of those who are left: $gone.length of four', ({ here, gone }) => {
    const members = saying(...here.map((id) => [id, HERE] as const), ...gone.map((id) => [id, GONE] as const));
    expect(here.flatMap((me) => leftTo(me, members, NOW)).sort()).toEqual(gone);
  });

  it('falls to the next by name, and after the last to the first', () => {
    const members = saying([a, HERE], [b, GONE], [c, HERE], [d, GONE]);
    expect(leftTo(c, members, NOW)).toEqual([b]);
    expect(leftTo(a, members, NOW)).toEqual([d]);
  });

  it('falls to no one who has said nothing for a minute', () => {
    expect(leftTo(a, saying([a, HERE], [b, GONE], [c, HERE, 60]), NOW)).toEqual([b]);
    expect(leftTo(a, saying([a, HERE], [b, GONE], [c, HERE, 59]), NOW)).toEqual([]);
  });

  it('is let be when the broker has forgotten it, after a minute', () => {
    expect(leftTo(a, saying([a, HERE], [b, GONE, 60]), NOW)).toEqual([]);
  });

  it('is let be when another has taken it over', () => {
    expect(leftTo(a, saying([a, HERE], [b, GONE], [b, '']), NOW)).toEqual([]);
  });

  it('is forgotten with all that is as old, however many come and go', () => {
    const members = saying([a, HERE, 120], [b, GONE, 61], [c, HERE, 59], [d, HERE]);
    expect([...members.keys()]).toEqual([c, d]);
  });

  it('is never one of another client', () => {
    expect(leftTo(a, saying([a, HERE], ['dayahead_home', GONE], ['dayahead_planner_x', GONE]), NOW)).toEqual([]);
  });
});
