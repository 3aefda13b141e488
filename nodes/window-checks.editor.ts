import type { EditorRED } from 'node-red';
import { isClock, readWeek } from '../src/messages/week.ts';
import type { Phase } from '../src/planner/types.ts';
import { type Fields, present } from './window-fields.editor.ts';

declare const RED: EditorRED;

/** `true`, or why not: the editor shows that at the field. */
type Check = (this: Fields, value: string, options?: object) => true | string;
/** The editor's types know no reasons yet; it takes one from a function of two parameters. */
type Validator = (this: Fields, value: string) => boolean;
const validator = (check: Check) => check as unknown as Validator;

export const word = (key: string, details: Readonly<Record<string, string>> = {}): string =>
  RED._(`@dayahead/node-red-tariffs/dayahead-cheapest-window:cheapest-window.${key}`, details);

const wrong = (key: string) => word(`wrong.${key}`);

/** An empty field is one that was left out. */
const check =
  (key: string, test: (text: string) => boolean): Check =>
  (value, _options) =>
    (value ?? '') === '' || test(String(value).trim()) || wrong(key);

const number = (key: string, test: (value: number) => boolean): Check =>
  check(key, (text) => text !== '' && Number.isFinite(Number(text)) && test(Number(text)));

const count = number('count', (value) => Number.isInteger(value) && value >= 1);
const positive = number('positive', (value) => value > 0);
const percent = number('percent', (value) => value >= 0 && value <= 100);

/** What a field may hold, named by what it is. */
export const valid = {
  minutes: validator(number('minutes', (value) => Number.isInteger(value) && value >= 0)),
  count: validator(count),
  price: validator(number('price', () => true)),
  energy: validator(number('energy', (value) => value >= 0)),
  clock: validator(check('clock', isClock)),
  topic: validator(check('topic', (text) => !/[+#]/.test(text))),
  deadline: validator(check('deadline', (text) => readWeek(text) !== undefined)),
  power: validator(function (value, _options) {
    const needed = present(this, 'energyKwh') !== '' || present(this, 'batteryKwh') !== '';
    return value || !needed ? positive.call(this, value) : wrong('power');
  }),
  target: validator(function (value, _options) {
    return value || present(this, 'batteryKwh') === '' ? percent.call(this, value) : wrong('target');
  }),
  battery: validator(function (value, _options) {
    return value || present(this, 'targetSoc') === '' ? positive.call(this, value) : wrong('battery');
  }),
  profile: (phases: unknown) => ((phases ?? []) as readonly Phase[]).every(isPhase),
  longestPause: validator(function (value, _options) {
    const shortest = Number(present(this, 'minOffMinutes')) || 0;
    const counted = count.call(this, value);
    return counted === true && value && Number(value) < shortest ? wrong('pause') : counted;
  }),
};

export const isPhase = ({ minutes, kw }: Phase): boolean =>
  Number.isInteger(minutes) && minutes > 0 && Number.isFinite(kw) && kw >= 0;
