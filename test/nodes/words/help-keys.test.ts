import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCar } from '../../../src/messages/battery/car.ts';
import { readBattery } from '../../../src/messages/battery/settings.ts';
import { readCommand } from '../../../src/messages/command.ts';
import { readDemand } from '../../../src/messages/demand/demand.ts';
import { mergeSelection } from '../../../src/messages/selection.ts';
import { helpParts } from '../../support/help-parts.ts';
import { wordsInSource } from '../../support/source-words.ts';
import { REFERENCE, shippedLanguages } from '../../support/texts.ts';

const reference = helpParts(REFERENCE);
const fileOf = (place: string) => place.split(' ')[0] ?? '';
const codesOf = (node: string) =>
  reference.filter(({ place }) => fileOf(place) === `${node}.html`).flatMap((part) => part.codes);
/** Names of keys, values and settings in a code; neither `2 h` nor the number in `0.15` is one. */
const namesIn = (code: string) => code.replace(/<\w+>/g, ' ').match(/(?<![\w.])[A-Za-z_]\w*/g) ?? [];

/** The keys that a schema names when it refuses an unknown one. */
function allowedBy(read: (payload: unknown, now: number) => unknown): string[] {
  try {
    read({ nonsense: 1 }, 0);
  } catch (error) {
    const [, keys = ''] = /allowed are (.*)$/.exec(String(error)) ?? [];
    return keys.split(', ');
  }
  throw new Error('takes a key that there is not');
}

it.each<[string, (payload: unknown, now: number) => unknown]>([
  ['cheapest-window', readDemand],
  ['battery', readBattery],
  ['battery', readCar],
  ['tariff-select', (payload) => mergeSelection(undefined, payload)],
])('the help of %s names every key that its messages may have', (node, read) => {
  const named = new Set(codesOf(node).flatMap(namesIn));
  expect(allowedBy(read).length).toBeGreaterThan(5);
  expect(allowedBy(read).filter((key) => !named.has(key))).toEqual([]);
});

it('the help of cheapest-window names every key that its MQTT commands may have, and no other', () => {
  const named = codesOf('cheapest-window').flatMap((code) => /^set\/(\w+)$/.exec(code)?.[1] ?? []);
  const answer = readCommand('nonsense', '');
  const allowed = 'refusal' in answer ? answer.refusal.allowed.replace('one of ', '') : '';
  expect(named.sort()).toEqual(allowed.split(', ').sort());
});

it('every term under the demand of cheapest-window is a key of a demand', () => {
  const terms = reference.filter(({ place, isTerm }) => fileOf(place) === 'cheapest-window.html' && isTerm);
  const outputs = ['payload', 'reason', 'until', 'price'];
  const named = terms.flatMap(({ codes: [...names] }) => names).filter((name) => /^\w+$/.test(name));
  expect(named.filter((name) => !outputs.includes(name) && !allowedBy(readDemand).includes(name))).toEqual([]);
});

/** What the source calls the fields and values of messages, topics and settings. */
const vocabulary = wordsInSource('src/messages', 'src/mqtt', 'src/core', 'nodes');
/** Names in the help that belong to others: Node-RED's settings, an example of a topic, an endpoint of Home Assistant. */
const foreign = new Set(['httpNodeAuth', 'httpNodeRoot', 'adminAuth', 'cmnd', 'boiler', 'POWER', 'solar_forecast']);

describe.each([...new Set(reference.map(({ place }) => fileOf(place)))])('the help in %s', (file) => {
  const codes = codesOf(file.replace('.html', ''));
  const [pages, others] = [
    codes.filter((code) => code.startsWith('docs/')),
    codes.filter((code) => !code.startsWith('docs/')),
  ];

  it('names no page of docs/ that there is not', () => {
    expect(pages.filter((page) => !existsSync(page))).toEqual([]);
  });

  it('names no key, value or topic that the source does not have', () => {
    const names = others.filter((code) => !/^\d|\.js$/.test(code)).flatMap(namesIn);
    expect(names.filter((name) => !vocabulary.has(name) && !foreign.has(name))).toEqual([]);
  });
});

/** A code as it is in every language: without the names of places, which are translated. */
const untranslated = (code: string) => code.replace(/<[^>]*>/g, '<>').replace(/(?<=\}) \p{L}+ (?=\{)/u, ' or ');
const codes = (part: { readonly codes: readonly string[] } | undefined) =>
  (part?.codes ?? []).filter((code) => !/^\d/.test(code)).map(untranslated);

describe.each(shippedLanguages.filter((language) => language !== REFERENCE))('the help in %s', (language) => {
  const own = new Map(helpParts(language).map((part) => [part.place, part]));

  it('has each key, value and topic where the English help has it', () => {
    const missing = reference.flatMap((part) => {
      const said = codes(own.get(part.place));
      return codes(part)
        .filter((code) => !said.includes(code))
        .map((code) => `${part.place}: ${code}`);
    });
    expect(missing).toEqual([]);
  });

  it('has no key, value or topic that the English help does not have', () => {
    const known = new Set(reference.flatMap((part) => codes(part).map((code) => `${fileOf(part.place)}: ${code}`)));
    const said = [...own.values()].flatMap((part) => codes(part).map((code) => `${fileOf(part.place)}: ${code}`));
    expect(said.filter((code) => !known.has(code))).toEqual([]);
  });
});
