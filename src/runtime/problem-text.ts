/** A problem as people are told it: by `code` and `values` in their own language, and `detail` as it is. */
export interface Fault {
  readonly code: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly detail?: string;
}

/**
 * The kinds of failed requests and connections, each by the codes of sockets, name resolution, undici, OpenSSL, HTTP and the
 * messages that come in their place. A kind is the code of its words.
 */
const kinds: readonly (readonly [kind: string, form: RegExp])[] = [
  ['unknown-host', /^(?:ENOTFOUND|EAI_AGAIN)\b/],
  ['refused', /^ECONNREFUSED\b/],
  ['unreachable', /^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)\b/],
  [
    'timed-out',
    /^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|TimeoutError)\b|^(?:connack|keepalive|connect) timeout\b/i,
  ],
  [
    'hung-up',
    /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)\b|^connection (?:closed|lost)$|^(?:other side closed|socket hang up)$|disconnected before secure TLS/,
  ],
  ['no-tls', /^(?:ERR_SSL_\w+|EPROTO)\b|:SSL routines:/],
  ['certificate-expired', /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)\b|^certificate (?:has expired|is not yet valid)$/],
  ['certificate-name', /^ERR_TLS_CERT_ALTNAME_INVALID\b|does not match certificate's altnames/],
  [
    'certificate-unknown',
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)\b|^self[- ]signed certificate|^unable to (?:verify|get) .*certificate$/,
  ],
  ['http-denied', /^40[13]$/],
  ['http-busy', /^429$/],
  ['http-broken', /^5\d\d$/],
  ['broker-credentials', /^(?:not authorized|bad user ?name or password)$/i],
  ['broker-busy', /^(?:server (?:unavailable|busy)|quota exceeded|connection rate exceeded)$/i],
];

/** The kind of a failure, by the code or the message of an error, or the status of an answer; left out for an unknown one. */
export const failureKind = (failure: unknown): string | undefined =>
  kinds.find(([, form]) => form.test(String(failure)))?.[0];

/** The words before the code of a failure in a message. */
const LEAD = /^(?:cannot be reached: |answer(?:s|ed) |connection refused: |(?:connect|getaddrinfo|read|write) (?=E))/i;

/** The kind of a failure in the text of a problem. */
export const kindIn = (text: string): string | undefined => failureKind(text.replace(LEAD, ''));

/** What is mostly wrong, as it is told in English, and the code of the words for it. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^answer(?:s|ed) (?<status>\d{3})$/, 'detail-status'],
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
  [/^(?<time>\S+) has passed(?:; a time in the future is allowed)?$/, 'detail-passed'],
  [/^(?<time>\S+) is more than a year away(?:; a time within a year is allowed)?$/, 'detail-far'],
  [/^also needs (?<key>\w+)$/, 'detail-beside'],
  [/^the (?:configuration node|chosen broker) does not exist or is disabled$/, 'detail-gone'],
  [
    /^(?:there is no such file or folder|this is a file; a folder is needed|there is no permission to read it)$/,
    'detail-unreadable',
  ],
  [/^the (?:address|folder|access token) of .+ is needed$/, 'detail-needed'],
  [/^(?<topic>\S+) is a topic of the site itself$/, 'detail-own-topic'],
  [/token is stored for another address; open the site and type it in again$/, 'retype-token'],
  [/^answered \d+, wants to be asked at (?<address>\S+): set the address that answers$/, 'detail-moved'],
  [/^no rate of (?<currency>[A-Z]{3}) is known$/, 'detail-no-rate'],
  [/^has no exchange rate: name the source ecb too$/, 'detail-no-ecb'],
  [/^another client with the id (?<id>.+) has taken over the connection$/, 'detail-taken-over'],
];

/** Whether a broker that answers has refused the connection: mqtt.js names its reason after these words. */
export const isRefusedByBroker = (why: string): boolean => why.startsWith('Connection refused: ');

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
  const whole = failureKind(one);
  if (whole) return words(whole);
  const [, field = '', text = one] =
    /^((?!\d)[\w.-]+: |https?:\/\/\S+: |(?:\w:)?[^:]*[\\/][^:]*: )(.*)$/s.exec(one) ?? [];
  const [, why, id] = /^(.+), again and again; there may be another client with the id (.+)$/.exec(text) ?? [];
  if (why && id) return words('detail-rival', { why: saidOf(why, words), id });
  const kind = kindIn(text);
  if (kind) return field + words(kind);
  const said = known.flatMap(([form, code]) => {
    const found = form.exec(text);
    const alternatives = found?.groups?.allowed?.replaceAll(' or ', ` ${words('detail-or')} `);
    return found ? [words(code, { ...found.groups, ...(alternatives && { allowed: alternatives }) })] : [];
  });
  return field + (said[0] ?? text);
}
