import type { Fault } from './problems.ts';

/** What is mostly wrong, as it is told in English, and the code of the words for it. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^answers (?<status>\d{3})$/, 'detail-status'],
  [/^cannot be reached: (?<why>.+)$/, 'detail-unreached'],
  [/^no complete answer within (?<seconds>[\d.]+) s$/, 'detail-slow'],
  [/^(?<date>\d{4}-\d\d-\d\d): (?<missing>\d+) of (?<all>\d+) of its prices are missing$/, 'detail-missing'],
  [/^expected (?<least>-?[\d.]+) or more$/, 'detail-least'],
  [/^expected more than (?<bound>-?[\d.]+)$/, 'detail-above'],
  [/^expected (?<most>-?[\d.]+) or less$/, 'detail-most'],
  [/^at most (?<most>[\d.]+) at /, 'detail-most'],
  [/^a number from (?<least>\d+) to (?<most>\d+)$/, 'detail-range'],
  [/^no price-series node has a price for it yet$/, 'detail-no-prices'],
  [/^expected a whole number, not /, 'detail-whole'],
  [/^expected a number, not /, 'detail-number'],
  [/^expected text, not /, 'detail-text'],
  [/^expected (?<allowed>\S+(?: or \S+)+)$/, 'detail-one'],
  [/^unknown key (?<keys>[^;]+); allowed (?:are )?(?<allowed>.+)$/, 'detail-unknown'],
  [/^(?<time>\S+) has passed(?:; a time to come is allowed)?$/, 'detail-passed'],
  [/^(?<time>\S+) is more than a year away(?:; a time within a year is allowed)?$/, 'detail-far'],
  [/^needs (?<key>\w+) beside it$/, 'detail-beside'],
  [/^the (?:configuration node|chosen broker) does not exist or is disabled$/, 'detail-gone'],
  [
    /^(?:there is no such file or folder|this is a file; a folder is needed|there is no permission to read it)$/,
    'detail-unreadable',
  ],
  [/^the (?:address|folder|access token) of .+ is needed$/, 'detail-needed'],
  [/^(?<topic>\S+) is a topic of the site itself$/, 'detail-own-topic'],
  [/token is stored for another address; open the site and type it in again$/, 'retype-token'],
  [/^connect ECONNREFUSED\b/, 'refused'],
  [/^connect E(?:HOST|NET)UNREACH\b/, 'unreachable'],
  [/^connect ETIMEDOUT\b|^connack timeout$/, 'timed-out'],
  [/^getaddrinfo (?:ENOTFOUND|EAI_AGAIN)\b/, 'unknown-host'],
  [/^connection closed$|^read ECONNRESET$/, 'hung-up'],
  [/^connection refused: (?:not authorized|bad username or password)$/i, 'broker-credentials'],
];

type Words = (code: string, values?: Fault['values']) => string;

/** A fault in the reader's language; `words` are those of its code. */
export function faultText({ code, values, detail }: Fault, words: Words): string {
  const text = words(code, values);
  return detail ? `${text} (${detailText(detail, words)})` : text;
}

/** What is wrong in the reader's language, as far as there are words for it, each thing with the field that it is said of. */
export const detailText = (detail: string, words: Words): string =>
  detail
    .split(/; (?=[\w.]+: )/)
    .map((each) => saidOf(each, words))
    .join('; ');

function saidOf(one: string, words: Words): string {
  const [, field = '', text = one] = /^((?!\d)[\w.-]+: |(?:\w:)?[^:]*[\\/][^:]*: )(.*)$/s.exec(one) ?? [];
  const said = known.flatMap(([form, code]) => {
    const found = form.exec(text);
    return found ? [words(code, { ...found.groups })] : [];
  });
  return field + (said[0] ?? text);
}
