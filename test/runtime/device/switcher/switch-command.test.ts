import { expect, it } from 'vitest';
import { switchCommand } from '../../../../src/runtime/device/switch-command.ts';

it.each([
  ['nothing chosen', {}, undefined],
  ['an empty field', { commandTopic: ' ', commandOn: '1' }, undefined],
  ['a topic alone', { commandTopic: ' cmnd/boiler/POWER ' }, { topic: 'cmnd/boiler/POWER', on: 'ON', off: 'OFF' }],
  ['payloads of the user', { commandTopic: 'a', commandOn: '1', commandOff: '' }, { topic: 'a', on: '1', off: '' }],
])('reads %s', (_, config, expected) => {
  expect(switchCommand(config)).toEqual(expected);
});

it.each(['cmnd/+/POWER', 'cmnd/#', 'a\0b', 'a\tb', 'a\u0085b', 'a\uFFFEb', 'a\uD800b', 'a/'.repeat(200)])(
  'refuses a topic that nobody may publish on: %j',
  (commandTopic) => {
    expect(() => switchCommand({ commandTopic })).toThrow('commandTopic: expected a topic without + and #');
  },
);
