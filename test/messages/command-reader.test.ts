import { expect, it } from 'vitest';
import { type CommandWords, refusalOf } from '../../src/messages/command-reader.ts';

const both = { minutes: '30', override_until: 'soon' };

it.each<[CommandWords, string, string, string]>([
  [{ ready_by: 'soon' }, 'readyBy: soon has passed', 'ready_by', 'soon has passed'],
  [both, 'overrideUntil: soon has passed', 'override_until', 'soon has passed'],
  [both, 'energyKwh: also needs powerKw', 'minutes', 'energyKwh: also needs powerKw'],
  [both, 'the need: at most 44640 minutes', 'minutes', 'the need: at most 44640 minutes'],
  [{ soc: '5' }, 'soc: a: b', 'soc', 'a: b'],
])('of %j, refused as %j, it is said of %s: %s', (words, text, key, allowed) => {
  expect(refusalOf(words, text)).toEqual({ key, value: words[key], allowed });
});
