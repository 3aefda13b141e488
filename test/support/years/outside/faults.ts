import { DEADLINE_MS } from '../../../../src/feeds/ask-feed.ts';

/** How a source may fail. */
export const faults = [
  '500',
  '404',
  '429',
  '429 for long',
  'html',
  'half',
  'zip',
  'nulls',
  'beyond',
  'doubled',
  'missing',
  'rates of nought',
  'rates a hundredfold',
  'elsewhere',
  'refuses',
  'redirect',
  'empty',
  'constant',
  'yesterday',
  'hangs',
  'breaks off',
  'endless',
] as const;
export type FeedFault = (typeof faults)[number];

/** Those that tell nothing. */
const silent: ReadonlySet<FeedFault | undefined> = new Set([
  ...(['500', '404', '429', '429 for long', 'html', 'zip', 'refuses', 'redirect', 'empty', 'hangs'] as const),
]);
export const isSilent = (fault: FeedFault | undefined): boolean => silent.has(fault);

/** Those whose exchange rates are nonsense. */
export const hasFalseRates = (fault: FeedFault | undefined): boolean =>
  fault === 'rates of nought' || fault === 'rates a hundredfold';

/** Seconds that a source wants to be left alone for. */
export const PATIENCE = 1800;

interface Said {
  readonly status: number;
  readonly body: string;
}

/** What comes over the line of what a source says: prices that are false are so before. */
export function spoilt(fault: FeedFault | undefined, { status, body }: Said) {
  const half = body.slice(0, body.length / 2);
  if (fault === 'refuses') throw new TypeError('fetch failed');
  if (fault === 'hangs') return hanging();
  if (fault === 'breaks off') return answer(status, half, { end: 'breaks off' });
  if (fault === 'endless') return answer(status, `${body}\n`, { end: 'is none' });
  if (fault === '500' || fault === '404' || fault === '429') return answer(Number(fault), '');
  if (fault === '429 for long') return answer(429, '', { retryAfter: String(PATIENCE) });
  if (fault === 'redirect') return answer(307, '');
  if (fault === 'empty') return answer(204, '');
  if (fault === 'html') return answer(200, '<html>Log in</html>');
  if (fault === 'half') return answer(status, half);
  if (fault === 'zip') return answer(status, `PK\u0003\u0004${body}`);
  if (fault === 'doubled') return answer(status, withAnHour(body, twice));
  if (fault === 'missing')
    return answer(
      status,
      withAnHour(body, () => []),
    );
  if (fault === 'rates of nought') return answer(status, body.replace(/(rate=")[\d.]+|(PriceDKK":)[\d.-]+/g, '$1$20'));
  if (fault === 'rates a hundredfold')
    return answer(
      status,
      body.replace(/(?<=rate="|PriceDKK":)-?[\d.]+/g, (rate) => String(Number(rate) * 100)),
    );
  if (fault === 'elsewhere') return answer(status, body.replace(/"PriceArea":"\w+"/g, '"PriceArea":"SE4"'));
  return answer(status, body);
}

/** JSON in which something else stands for the quarter hours of an hour. */
function withAnHour(text: string, instead: (hour: readonly unknown[]) => readonly unknown[]): string {
  if (!/^[{[]/.test(text)) return text;
  const body = JSON.parse(text);
  for (const list of [body, body.unix_seconds, body.price, body.records])
    if (Array.isArray(list)) list.splice(40, 4, ...instead(list.slice(40, 44)));
  return JSON.stringify(body);
}

/** An hour and the same again, at prices that contradict each other. */
const twice = (hour: readonly unknown[]) => [...hour, ...hour.map(dearer)];
function dearer(entry: unknown): unknown {
  const isTime = (value: number) => value > 1e9;
  if (typeof entry === 'number') return isTime(entry) ? entry : entry + 7;
  const more = (key: string, value: unknown) => (/^Price(NoTax)?$|PriceEUR/.test(key) ? Number(value) + 7 : value);
  return Object.fromEntries(Object.entries(entry ?? {}).map(([key, value]) => [key, more(key, value)]));
}

/** Until the one who asks hangs up. */
const hanging = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new TypeError('fetch failed')), DEADLINE_MS));

interface Ending {
  readonly end?: 'breaks off' | 'is none';
  readonly retryAfter?: string;
}

function answer(status: number, text: string, { end, retryAfter }: Ending = {}) {
  async function* chunks() {
    do yield Buffer.from(text);
    while (end === 'is none');
    if (end === 'breaks off') throw new TypeError('terminated');
  }
  return {
    status,
    headers: { get: (name: string) => (/retry-after/i.test(name) ? (retryAfter ?? null) : null) },
    body: chunks(),
  };
}
