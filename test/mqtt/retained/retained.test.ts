import { expect, it } from 'vitest';
import { createRetainedTopics } from '../../../src/mqtt/retained/retained.ts';
import { type Publication, publication } from '../../../src/mqtt/topics.ts';

/** What would be sent, with the broker's answer to a clearing in the hands of the test. */
function setUp(before: [string, string][] = []) {
  const sent: string[] = [];
  let changes = 0;
  const publisher = {
    set: (publications: readonly Publication[]) => {
      for (const { topic, payload, outside } of publications) sent.push(`${outside ? '/' : ''}${topic}=${payload}`);
    },
    forget: (key: string) => void sent.push(`${key} forgotten`),
    onTaken: (_key: string, _payload: string) => {},
    onConnected: () => {},
  };
  const retained = createRetainedTopics(
    publisher,
    { topics: before, holds: [] },
    { now: () => 0, onChange: () => changes++ },
  );
  return { retained, publisher, sent: () => sent.splice(0), changes: () => changes };
}

const say = (...names: string[]) => names.map((name) => publication(name, '1'));

it('clears what its owner says no more, after what is new', () => {
  const { retained, sent } = setUp();
  retained.say('car', say('window/car/state', 'window/car/plan'));
  sent();
  retained.say('car', say('window/van/state', 'window/van/plan'));
  expect(sent()).toEqual(['window/van/state=1', 'window/van/plan=1', 'window/car/state=', 'window/car/plan=']);
});

it('clears nothing that another owner says by now', () => {
  const { retained, sent } = setUp([['a', 'one']]);
  retained.say('two', say('a'));
  sent();
  retained.say('one', say('b'));
  retained.say('one', [publication('a', '')]);
  expect(sent()).toEqual(['b=1', 'b=']);
  expect(retained.of('two')).toEqual(['a']);
});

it('clears what holds something on once a broker has taken that it lets go, whatever it still takes before', () => {
  const { retained, publisher, sent } = setUp();
  retained.say('car', [{ ...publication('window/car/state', 'ON'), letGo: 'OFF' }]);
  retained.silence('car');
  publisher.onTaken('window/car/state', 'ON');
  expect(sent()).toEqual(['window/car/state=ON', 'window/car/state=OFF']);
  publisher.onTaken('window/car/state', 'OFF');
  expect(sent()).toEqual(['window/car/state=']);
  publisher.onTaken('window/car/state', '');
  expect([...retained.all()]).toEqual([]);
});

it('does not clear what was never said, and clears what was said in an earlier life', () => {
  const { retained, sent } = setUp([['feedin/now', 'p']]);
  retained.say('p', [publication('feedin/now', ''), publication('feedin/next', '')]);
  expect(sent()).toEqual(['feedin/now=']);
});

it('remembers what is to be cleared until a broker has done it', () => {
  const { retained, publisher, changes } = setUp();
  retained.say('car', say('state'));
  retained.silence('car');
  expect([...retained.all().keys()]).toEqual(['state']);
  publisher.onTaken('state', '');
  expect([...retained.all().keys()]).toEqual([]);
  expect(changes()).toBe(3);
});

it('tells apart what is beside the root, and sends no clearing on what no broker retains', () => {
  const { retained, sent } = setUp();
  const command = { topic: 'state', payload: 'ON', retain: false, outside: true } as const;
  retained.say('car', [...say('state'), command]);
  retained.silence('car');
  expect(sent()).toEqual(['state=1', '/state=ON', '/state forgotten', 'state=']);
});
