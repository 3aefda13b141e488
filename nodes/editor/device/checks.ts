import { percentIn } from '../../../src/messages/demand/percent.ts';
import { siteRootOf } from '../../../src/mqtt/topics.ts';
import type { Phase } from '../../../src/planner/types.ts';
import { validator } from '../common/dialog.ts';
import { isTimes } from '../common/quantities.ts';
import { siteRoots } from '../common/site.ts';
import { type DemandField, type DemandFields, keptIfTyped, present } from './fields.ts';
import { deviceWord } from './words.ts';

type Test = (this: DemandFields, text: string) => boolean;

const check = (key: string, test: Test) => validator<DemandFields>(test, () => deviceWord(`wrong.${key}`));
/** An empty field is one that was left out. */
const orEmpty = (test: Test): Test =>
  function (text) {
    return text === '' || test.call(this, keptIfTyped(text).trim());
  };
const number =
  (test: (value: number) => boolean): Test =>
  (text) =>
    text !== '' && Number.isFinite(Number(text)) && test(Number(text));

const isNumber = number(() => true);
const isCount = number((value) => Number.isInteger(value) && value >= 1);
const isPositive = number((value) => value > 0);
/** A value that has to be there as soon as one of `others` is. */
const neededBy = (others: readonly DemandField[], test: Test): Test =>
  function (text) {
    return text === ''
      ? others.every((field) => present(this, field) === '')
      : test.call(this, keptIfTyped(text).trim());
  };

/** Checks of what a field holds, named by what it is. */
export const valid = {
  minutes: check('minutes', orEmpty(number((value) => Number.isInteger(value) && value >= 0))),
  count: check('count', orEmpty(isCount)),
  price: check('price', orEmpty(isNumber)),
  limit: check(
    'limit',
    orEmpty(function (text) {
      return isNumber.call(this, text) || percentIn(text) !== undefined;
    }),
  ),
  spread: check('spread', orEmpty(number((value) => value >= 0))),
  energy: check('energy', orEmpty(number((value) => value >= 0))),
  topic: check(
    'topic',
    (text) =>
      !/[+#]|\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/u.test(text) && !siteRoots().includes(siteRootOf(text.trim())),
  ),
  times: check(
    'times',
    orEmpty((text) => isTimes(text)),
  ),
  power: check('power', neededBy(['energyKwh', 'batteryKwh'], isPositive)),
  target: check(
    'target',
    neededBy(
      ['batteryKwh'],
      number((value) => value >= 0 && value <= 100),
    ),
  ),
  battery: check('battery', neededBy(['targetSoc'], isPositive)),
  profile: (phases: unknown) => ((phases ?? []) as readonly Phase[]).every(isPhase),
  longestPause: check(
    'pause',
    orEmpty(function (text) {
      return isCount.call(this, text) && !(Number(text) < Number(present(this, 'minOffMinutes')));
    }),
  ),
};

export const isPhase = ({ minutes, kw }: Phase): boolean =>
  Number.isInteger(minutes) && minutes > 0 && Number.isFinite(kw) && kw >= 0;
