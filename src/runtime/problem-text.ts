import type { Fault } from './problems.ts';

/** What sources mostly do wrong, as they are told of in English, and the code of the words for it. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^answers (?<status>\d{3})$/, 'detail-status'],
  [/^cannot be reached \((?<why>[^)]*)\)$/, 'detail-unreached'],
  [/^no complete answer within (?<seconds>[\d.]+) s$/, 'detail-slow'],
  [/^(?<date>\d{4}-\d\d-\d\d): (?<missing>\d+) of (?<all>\d+) of its prices are missing$/, 'detail-missing'],
];

type Words = (code: string, values?: Fault['values']) => string;

/** A fault in the reader's language; `words` are those of its code. */
export function faultText({ code, values, detail }: Fault, words: Words): string {
  const text = words(code, values);
  return detail ? `${text} (${detailText(detail, words)})` : text;
}

function detailText(detail: string, words: Words): string {
  const said = known.flatMap(([form, code]) => {
    const found = form.exec(detail);
    return found ? [words(code, { ...found.groups })] : [];
  });
  return said[0] ?? detail;
}
