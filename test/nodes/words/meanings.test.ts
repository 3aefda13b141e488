import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { helpParts } from '../../support/help-parts.ts';
import { REFERENCE, shippedLanguages, shippedTexts } from '../../support/texts.ts';

/**
 * Short texts whose confusion would mislead, such as price levels, modes and weekdays: a section for each group of keys, a
 * row for each key, a column for each language. A text counts as translated correctly because a person has reviewed its row.
 */
const TABLE = 'test/nodes/words/reviewed-words.txt';
/** Characters of an English text up to which its translations belong into the table. */
const SHORT = 60;

const [head = '', ...lines] = readFileSync(TABLE, 'utf8').trim().split('\n');
const [, ...columns] = head.split(' | ');

/** The reviewed texts of each key in the order of `columns`. */
const reviewed = new Map<string, readonly string[]>();
const groups = new Set<string>();
for (const line of lines) {
  const [key = '', ...cells] = line.split(' | ');
  if (line.startsWith('# ')) groups.add(line.slice(2));
  else if (line !== '') reviewed.set(`${[...groups].at(-1)}.${key}`, cells);
}

const groupOf = (key: string) => key.slice(0, key.lastIndexOf('.'));

/** Soft hyphens and the width of a space change no meaning. */
const plain = (text: string) => text.replaceAll('\u00ad', '').replace(/[\u00a0\u202f]/g, ' ');
const textsOf = (language: string) =>
  new Map([...shippedTexts(language)].map(([key, text]) => [key.replace(/^[\w-]+:/, ''), plain(text)]));
const texts = new Map(shippedLanguages.map((language) => [language, textsOf(language)]));
const reference = textsOf(REFERENCE);
const others = shippedLanguages.filter((language) => language !== REFERENCE);

describe('the table of reviewed words', () => {
  it('has a column for each language', () => {
    expect([...columns].sort()).toEqual([...shippedLanguages].sort());
  });

  it('has a row for each short text of its groups', () => {
    const short = [...reference].filter(([key, text]) => groups.has(groupOf(key)) && text.length <= SHORT);
    expect([...reviewed.keys()].sort()).toEqual(short.map(([key]) => key).sort());
  });

  it.each(columns)('has the texts that are shown in %s', (language) => {
    const column = columns.indexOf(language);
    const shown = [...reviewed.keys()].map((key) => [key, texts.get(language)?.get(key)]);
    expect(shown).toEqual([...reviewed].map(([key, cells]) => [key, cells[column]]));
  });
});

/** The texts of a language by their keys, and the paragraphs of its help texts, without what stands in `<code>`. */
const everyText = (language: string): Map<string, string> => {
  const helps = helpParts(language).map(({ place, text }) => [place, plain(text)] as const);
  return new Map([...(texts.get(language) ?? []), ...helps]);
};
const everyReference = everyText(REFERENCE);

type Words = Readonly<Record<string, RegExp>>;

/** Words of opposite meaning, by language. A text that has the one in English must not have the other alone in a translation. */
const opposites: readonly (readonly [name: string, one: Words, other: Words])[] = [
  [
    'cheap, dear',
    {
      ...{ 'en-US': /\bcheap/i, de: /günstig|billig/i, nl: /goedko/i, da: /billig/i, nb: /billig/i, sv: /billig/i },
      ...{ fr: /bon marché|moins cher|peu chers?|\bbas\b/i, es: /barat/i },
    },
    {
      ...{ 'en-US': /\bdear|expensive/i, de: /teu?r/i, nl: /\bdu(ur|re)/i, da: /dyr/i, nb: /dyr/i, sv: /dyr/i },
      ...{ fr: /(?<!moins |peu )cher(?!ch)|élevé/i, es: /\bcar[oa]/i },
    },
  ],
  [
    'buy, sell',
    {
      ...{
        'en-US': /\b(buy|bought)/i,
        de: /(?<!ver)kauf|bezogen/i,
        nl: /(?<!ver)ko(op|pe|cht)|afgenomen/i,
        da: /køb/i,
      },
      ...{ nb: /kjøp/i, sv: /köp/i, fr: /ach[eè]t/i, es: /compr/i },
    },
    {
      ...{ 'en-US': /\b(sell|sold|fed in|feed)/i, de: /verkauf|(?<!heraus)speis/i, nl: /verko|terugle/i },
      ...{ da: /sælg|solgt|salg/i, nb: /selg|solgt|salg|mat(er|et) inn/i, sv: /sälj|såld|mata/i },
      ...{ fr: /vend|injec/i, es: /vend|vert/i },
    },
  ],
  [
    'charge, discharge',
    {
      ...{ 'en-US': /\bcharg(es?|ed|ing)\b/i, de: /\b(ge)?l[aä]d(e|t)/i, nl: /\b(ge)?la(ad|de)/i, da: /\b(op)?lad/i },
      ...{ nb: /\blad/i, sv: /\bladd/i, fr: /\b(re)?charg/i, es: /\bcarg/i },
    },
    {
      ...{ 'en-US': /discharg/i, de: /entlad/i, nl: /ontla/i, da: /aflad/i, nb: /utlad/i, sv: /ladda.*\bur\b|urladd/i },
      ...{ fr: /décharg/i, es: /descarg/i },
    },
  ],
  [
    'above, below',
    {
      ...{
        'en-US': /\b(above|over)\b/i,
        de: /\b(über|mehr)(?!haupt)/i,
        nl: /\b(boven|meer)\b/i,
        da: /\b(over|mere)\b/i,
      },
      ...{ nb: /\b(over|mer)\b/i, sv: /(?<!\p{L})(över|mer)\b/iu, fr: /au-delà|au-dessus|supérieur|plus de/i },
      ...{ es: /encima|sobre|mayor|más de/i },
    },
    {
      ...{
        'en-US': /\b(below|under)\b/i,
        de: /\bunter\b|unten|unterhalb/i,
        nl: /(?<!z)onder\b|beneden/i,
        da: /\bunder|nedenfor/i,
      },
      ...{
        nb: /\bunder|nedenfor/i,
        sv: /\bunder|nedan/i,
        fr: /\bsous\b|dessous|inférieur/i,
        es: /\bbajo\b|debajo|menor/i,
      },
    },
  ],
  [
    'with, without',
    {
      ...{ 'en-US': /\bwith\b/i, de: /\bmit\b|damit/i, nl: /\bmet\b/i, da: /\b(med|inkl\.)/i, nb: /\bmed\b/i },
      ...{ sv: /\bmed\b/i, fr: /\bavec\b|comprise/i, es: /\bcon\b/i },
    },
    {
      ...{ 'en-US': /\bwithout\b/i, de: /\bohne\b/i, nl: /\bzonder\b/i, da: /\b(uden|ekskl\.)/i, nb: /\buten\b/i },
      ...{ sv: /\butan\b/i, fr: /\b(sans|hors)\b/i, es: /\bsin\b/i },
    },
  ],
  [
    'before, after',
    {
      ...{ 'en-US': /\b(earli|before|first)/i, de: /früh|vor(her|dem)?\b|erst/i, nl: /vroeg|\bvoor\b|eerst|vorige/i },
      ...{ da: /tidlig|før|først|inden\b|forrige/i, nb: /tidlig|før|først|forrige/i, sv: /tidig|före|först|förra/i },
      ...{ fr: /tôt|avant|premi|précéd/i, es: /antes|primer|anterior/i },
    },
    {
      ...{ 'en-US': /\b(lat(er?|est)|after|last)\b/i, de: /spät|nach(her|dem)?\b|letzt/i, nl: /laat|late|\bna\b/i },
      ...{
        da: /sen(t|ere|est)\b|efter(?!hånden)|sidst/i,
        nb: /sen(t|ere|est)\b|etter|sist/i,
        sv: /sen(t|are|ast)\b|efter\b|sist/i,
      },
      ...{ fr: /tard|après|derni/i, es: /tard|después|últim/i },
    },
  ],
  [
    'today, tomorrow',
    {
      ...{
        'en-US': /\btoday/i,
        de: /heut/i,
        nl: /vandaag/i,
        da: /i dag\b|dagens/i,
        nb: /i dag\b|dagens/i,
        sv: /i dag\b|dagens/i,
      },
      ...{ fr: /aujourd|du jour/i, es: /\bhoy\b/i },
    },
    {
      ...{
        'en-US': /tomorrow/i,
        de: /\bmorgen\b/,
        nl: /\bmorgen\b/i,
        da: /i morgen|morgendag/i,
        nb: /i morgen|morgendag/i,
      },
      ...{ sv: /i morgon|morgondag/i, fr: /demain/i, es: /mañana/i },
    },
  ],
  [
    'most, least',
    {
      ...{ 'en-US': /\b(at (the )?most|highest|longest|largest|max\.)/i, de: /höchst|längst|größt|max/i },
      ...{
        nl: /hoogst|langst|grootst|max/i,
        da: /højst|længst|størst|ma(x|ks)/i,
        nb: /høyst|høyeste|lengst|størst|ma(x|ks)/i,
      },
      ...{
        sv: /högst|längst|störst|max/i,
        fr: /au plus|plus haut|plus long|max|limite/i,
        es: /máx|más alt|más larg|como mucho/i,
      },
    },
    {
      ...{ 'en-US': /\b(at (the )?least|lowest|shortest|smallest|min\.)/i, de: /mindest|niedrigst|kürzest|min\./i },
      ...{ nl: /minst|laagst|kortst|min\./i, da: /mindst|lavest|kortest|min\./i, nb: /minst|lavest|kortest|min\./i },
      ...{
        sv: /minst|lägst|kortast|\bmin\b/i,
        fr: /au moins|plus bas|plus court|min\./i,
        es: /mín|más baj|más cort|al menos/i,
      },
    },
  ],
];

describe.each(others)('in %s', (language) => {
  const own = everyText(language);

  it.each(opposites)('no text says the opposite of the English one: %s', (_, one, other) => {
    /** Which of the two a text has; `undefined` where it has both or neither. */
    const sideOf = (tongue: string, text: string) => {
      const [hasOne, hasOther] = [one, other].map((words) => words[tongue]?.test(text));
      return hasOne === hasOther ? undefined : hasOne;
    };
    const wrong = [...everyReference].filter(([key, english]) => {
      const [meant, said] = [sideOf(REFERENCE, english), sideOf(language, own.get(key) ?? '')];
      return meant !== undefined && said !== undefined && meant !== said;
    });
    expect(wrong.map(([key]) => [key, own.get(key)])).toEqual([]);
  });

  it('every text has the numbers of the English one', () => {
    const wrong = [...everyReference].filter(
      ([key, english]) =>
        !withOtherNumbers.has(`${language} ${key}`) && numbersIn(own.get(key) ?? '') !== numbersIn(english),
    );
    expect(wrong.map(([key]) => [key, own.get(key)])).toEqual([]);
  });

  it('no two texts that differ in English are the same within a group', () => {
    const keys = [...reference.keys()].sort();
    const same = keys.flatMap((key, i) =>
      keys
        .slice(i + 1)
        .filter((each) => groupOf(each) === groupOf(key) && own.get(each) === own.get(key))
        .filter((each) => reference.get(each) !== reference.get(key))
        .map((each) => `${language}: ${key}, ${each}`),
    );
    expect(same.filter((pair) => !synonyms.has(pair))).toEqual([]);
  });
});

/** The § 14a of the law that the Germans know by its number, and half a minute in seconds. */
const withOtherNumbers = new Set(['de picker.hint.grid.DE', 'fr sidebar.unreachable']);

/** Words of the same group that a language has one word for. */
const synonyms = new Set(['sv: costs.contract, costs.page']);

/** The numbers of a text in ascending order, however the language writes decimals, thousands and times of day. */
function numbersIn(text: string): string {
  const english = text
    .replace(/__\w+__/g, ' ')
    .replace(/(\d)[ .,](\d{3})(?!\d)/g, '$1$2')
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/(\d\d)\.(\d\d)(?!\d)/g, '$1:$2');
  return [...english.matchAll(/\d+(?:[.:]\d+)*/g)].map(String).sort().join(' ');
}
