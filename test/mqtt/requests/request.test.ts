import { describe, expect, it } from 'vitest';
import { isAnswerable } from '../../../src/mqtt/requests/request.ts';

const asking = (responseTopic: string) => ({
  ...{ topic: 'dayahead/home/plan/request', payload: '', responseTopic },
  correlationData: Buffer.from('1'),
});

describe('a request can be answered', () => {
  it.each(['answers/me', 'dayahead/home/plan/answer', 'dayahead/planners', 'dayahead/planners-of-mine/answers'])(
    'on %s',
    (topic) => expect(isAnswerable(asking(topic), 'dayahead')).toBe(true),
  );

  it.each([
    ['the word of a planner', 'dayahead/planners/dayahead_planner_0123456789abcdef'],
    ['a topic below one', 'dayahead/planners/dayahead_planner_0123456789abcdef/drained'],
    ['a filter', 'answers/#'],
    ['more levels than a broker takes', 'a/'.repeat(300)],
  ])('not on %s', (_, topic) => expect(isAnswerable(asking(topic), 'dayahead')).toBe(false));

  it('not among the planners below the root that they have', () => {
    expect(isAnswerable(asking('estate/east/planners/x'), 'estate/east')).toBe(false);
    expect(isAnswerable(asking('estate/east/planners/x'), 'dayahead')).toBe(true);
  });
});
