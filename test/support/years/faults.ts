import { DEADLINE_MS } from '../../../src/feeds/ask-feed.ts';

/** How a source may fail. */
export const faults = [
  '500',
  '404',
  '429',
  '429 for long',
  'html',
  'half',
  'nulls',
  'beyond',
  'doubled',
  'missing',
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
  ...(['500', '404', '429', '429 for long', 'html', 'refuses', 'redirect', 'empty', 'hangs'] as const),
]);
export const isSilent = (fault: FeedFault | undefined): boolean => silent.has(fault);

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
  if (fault === 'doubled') return answer(status, body.replace(/(\d{9,}|\d{4}-[\d-]+T[\d:]+)",?/, '$&$&'));
  if (fault === 'missing') return answer(status, withoutAnHour(body));
  if (fault === 'elsewhere') return answer(status, body.replace(/"PriceArea":"\w+"/g, '"PriceArea":"SE4"'));
  return answer(status, body);
}

function withoutAnHour(text: string): string {
  if (!text.startsWith('{')) return text;
  const body = JSON.parse(text);
  for (const list of [body.unix_seconds, body.price, body.records]) list?.splice(40, 4);
  return JSON.stringify(body);
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
