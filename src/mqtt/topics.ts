import type { Instant } from '../core/time.ts';

/** The message that one topic carries. */
export interface Publication {
  readonly topic: string;
  /** The empty payload clears the topic. */
  readonly payload: string;
  /** From then on the payload is no longer true; without it, it holds until it is replaced. */
  readonly expiresAt?: Instant;
  /** Left out: the broker keeps it. */
  readonly retain?: false;
  /** Left out: the topic is below the site's root. */
  readonly outside?: true;
  /** The payload holds something on, and this is to be said before nobody says the topic any more. */
  readonly letGo?: string;
}

/** `payload` on `topic`, until `expiresAt` when that is given; clearing does not expire. */
export const publication = (topic: string, payload: string, expiresAt?: Instant): Publication => ({
  topic,
  payload,
  ...(payload !== '' && expiresAt !== undefined && { expiresAt }),
});

/** A topic that shows a part of a view, such as the prices of a node or the state of a device. */
export interface TopicRow<View> {
  /** Empty where there is no value, which clears the topic; `undefined` where such a view does not have the topic. */
  payload(view: View): string | undefined;
  /** The end of the payload's validity, as in `docs/integrate/topics.md`. Left out: it is valid until it is replaced. */
  readonly validUntil?: string;
  expiresAt?(view: View): Instant | undefined;
  /** The off value, while the payload switches something on. */
  letGo?(view: View): string | undefined;
}

/** The retained topics of a view by their names below its branch, in the order of publication. */
export type TopicTable<View> = Readonly<Record<string, TopicRow<View>>>;

/** Makes rows with the same end. */
export const rowsUntil =
  <View>(validUntil: string, expiresAt: (view: View) => Instant | undefined) =>
  (payload: (view: View) => string | undefined): TopicRow<View> => ({ payload, validUntil, expiresAt });

/** Publishes each row of a table. */
export function publicationsOf<View>(table: TopicTable<View>, view: View, branch = ''): Publication[] {
  return Object.entries(table).flatMap(([name, { payload, expiresAt, letGo }]) => {
    const text = payload(view);
    const off = letGo?.(view);
    if (text === undefined) return [];
    return { ...publication(`${branch}${name}`, text, expiresAt?.(view)), ...(off !== undefined && { letGo: off }) };
  });
}

/** Tells topics apart: one beside the site's root begins with `/`, which none below it does. */
export const keyOf = ({ topic, outside }: Pick<Publication, 'topic' | 'outside'>): string =>
  outside ? `/${topic}` : topic;

/** Clears the topic of `key`. */
export const clearingOf = (key: string): Publication =>
  key.startsWith('/') ? { topic: key.slice(1), payload: '', outside: true } : { topic: key, payload: '' };

/** Letters that do not decompose into a Latin base and a mark. */
const letters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Of a level: what is longer is no name, and three of them have to fit into one topic. */
const MOST_CHARACTERS = 200;

/**
 * The first of the texts of which something is left, as one topic level: only `[a-z0-9_-]`, so that no name reaches a
 * topic as `/`, `+`, `#` or NUL. `Wärmepumpe 2` is `warmepumpe-2`. Texts in another script leave nothing.
 */
export function slug(...texts: readonly string[]): string {
  return texts.map(slugOf).find((text) => text !== '') ?? 'unnamed';
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[æœøßłđðþı]/g, (letter) => letters[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MOST_CHARACTERS)
    .replace(/-+$/, '');
}

/** `dayahead/<site>`. */
export function rootTopic(base: string, site: string): string {
  return `${slug(base, 'dayahead')}/${siteSlug(site)}`;
}

/** What a site publishes, or listens to, right below its root. */
const branches = /^(status|meta|window|battery|grid|solar|load|(price|feedin)(-.*)?)$/;

/** The root of the site whose own topic this would be; nothing for a topic that no site uses. */
export function siteRootOf(topic: string): string | undefined {
  const [base, site, branch = ''] = topic.split('/');
  return branches.test(branch) ? `${base}/${site}` : undefined;
}

/** The last level of a site's root. */
export const siteSlug = (site: string): string => slug(site, 'home');

/** The prefix of a series that is to be published as `name`: `price`, or `price-<name>`; none without a name. */
export function pricePrefix(name: string): string | undefined {
  const text = name.trim();
  if (text === '') return undefined;
  return text === 'price' ? 'price' : `price-${slug(text)}`;
}

/** The prefix of the export prices beside the prefix of the import prices: `feedin`, or `feedin-<name>`. */
export const feedinPrefix = (pricePrefix: string): string => pricePrefix.replace(/^price/, 'feedin');
