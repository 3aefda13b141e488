import { describe, expect, it } from 'vitest';
import { isAnswerable } from '../../../src/mqtt/requests/request.ts';

const asking = (responseTopic: string) => ({
  ...{ topic: 'dayahead/home/plan/request', payload: '', responseTopic },
  correlationData: Buffer.from('1'),
});

describe('a request can be answered', () => {
  it.each([
    'dayahead/home/plan/answer',
    'dayahead/answers/me',
    'dayahead/planners',
    'dayahead/planners-of-mine/answers',
  ])('on %s', (topic) => expect(isAnswerable(asking(topic), 'dayahead')).toBe(true));

  it('below another topic where that is chosen, but for commands', () => {
    expect(isAnswerable(asking('answers/me'), 'dayahead', 'answers')).toBe(true);
    expect(isAnswerable(asking('dayahead/home/plan/answer'), 'dayahead', 'answers')).toBe(true);
    expect(isAnswerable(asking('answers/boiler/set'), 'dayahead', 'answers')).toBe(false);
    expect(isAnswerable(asking('answers-of-others/me'), 'dayahead', 'answers')).toBe(false);
  });

  it.each([
    ['the word of a planner', 'dayahead/planners/dayahead_planner_0123456789abcdef'],
    ['a topic below one', 'dayahead/planners/dayahead_planner_0123456789abcdef/drained'],
    ['a topic of a device that is not below the root', 'cmnd/boiler/POWER'],
    ['any other topic that is not below the root', 'answers/me'],
    ['the root itself', 'dayahead'],
    ['a command', 'dayahead/home/window/boiler/set/override'],
    ['a command of somebody else', 'dayahead/zigbee/lamp/set'],
    ['a state that a site publishes', 'dayahead/home/window/boiler/state'],
    ['the status of a site', 'dayahead/home/status'],
    ['a request', 'dayahead/home/plan/request'],
    ['a filter', 'dayahead/answers/#'],
    ['more levels than a broker takes', `dayahead/${'a/'.repeat(300)}`],
  ])('not on %s', (_, topic) => expect(isAnswerable(asking(topic), 'dayahead')).toBe(false));

  it('not among the planners below the root that they have', () => {
    expect(isAnswerable(asking('estate/east/planners/x'), 'estate/east')).toBe(false);
    expect(isAnswerable(asking('estate/east/planners/x'), 'estate')).toBe(true);
  });
});
