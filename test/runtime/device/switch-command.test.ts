import { expect, it } from 'vitest';
import { switchCommand } from '../../../src/runtime/device/switch-command.ts';

it.each([
  ['nothing chosen', {}, undefined],
  ['a topic alone', { commandTopic: ' cmnd/boiler/POWER ' }, { topic: 'cmnd/boiler/POWER', on: 'ON', off: 'OFF' }],
  ['payloads of the user', { commandTopic: 'a', commandOn: '1', commandOff: '' }, { topic: 'a', on: '1', off: '' }],
])('reads %s', (_, config, expected) => {
  expect(switchCommand(config)).toEqual(expected);
});

it.each(['cmnd/+/POWER', 'cmnd/#', 'a\0b'])('refuses a topic that nobody may publish on: %j', (commandTopic) => {
  expect(() => switchCommand({ commandTopic })).toThrow('commandTopic: expected a topic without + and #');
});
