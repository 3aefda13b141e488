import { expect, it } from 'vitest';
import { commandOn, refusalTopic } from '../../src/mqtt/command-topics.ts';

it.each(['dayahead/home/window/car/set/minutes', 'a/b/c/window/car/set/minutes'])(
  '%s is a command for car',
  (topic) => {
    expect(commandOn(topic, '90')).toEqual({ device: 'car', key: 'minutes', payload: '90' });
  },
);

it('a refusal is told with its time and not kept', () => {
  const refusal = { key: 'enabled', value: '"yes"\u0000', allowed: 'ON or OFF' };
  expect(refusalTopic('car', refusal, Date.parse('2026-11-20T22:00:07Z') / 1000)).toEqual({
    topic: 'window/car/error',
    payload: '{"key":"enabled","value":"\\"yes\\"\\u0000","allowed":"ON or OFF","at":"2026-11-20T22:00:07Z"}',
    retain: false,
  });
});
