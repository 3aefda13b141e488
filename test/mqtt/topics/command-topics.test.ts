import { expect, it } from 'vitest';
import { commandOn, refusalTopic } from '../../../src/mqtt/command-topics.ts';

it.each([
  ['dayahead/home/window/car/set/minutes', 'device'],
  ['a/b/c/window/car/set/minutes', 'device'],
  ['dayahead/home/battery/car/set/minutes', 'battery'],
])('%s is a command for car, a %s', (topic, kind) => {
  expect(commandOn(topic, '90')).toEqual({ kind, device: 'car', key: 'minutes', payload: '90' });
});

it.each([
  ['dayahead/home/grid/set/import_kw', { kind: 'grid', device: '' }],
  ['dayahead/window/grid/set/import_kw', { kind: 'grid', device: '' }],
  ['dayahead/home/window/grid/set/import_kw', { kind: 'device', device: 'grid' }],
  ['dayahead/grid/window/grid/set/import_kw', { kind: 'device', device: 'grid' }],
])('%s is for %j', (topic, command) => {
  expect(commandOn(topic, '4.2')).toEqual({ ...command, key: 'import_kw', payload: '4.2' });
});

it.each([
  ['device', 'window/car/error'],
  ['battery', 'battery/car/error'],
  ['grid', 'grid/error'],
] as const)('a refusal of a %s is told with its time and not kept', (kind, topic) => {
  const refusal = { key: 'enabled', value: '"yes"\u0000', allowed: 'ON or OFF' };
  expect(refusalTopic({ kind, device: 'car' }, refusal, Date.parse('2026-11-20T22:00:07Z') / 1000)).toEqual({
    topic,
    payload: '{"key":"enabled","value":"\\"yes\\"\\u0000","allowed":"ON or OFF","at":"2026-11-20T22:00:07Z"}',
    retain: false,
  });
});
