import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Answering, Asked } from '../access/http.ts';
import { languageFor, textsIn } from '../adapter/languages.ts';
import { wordsIn } from './words.ts';

const BUILT = join(__dirname, '../../page');
const SHARED = join(__dirname, '../../../resources');

/** The files that the page is made of beside itself, by their types. */
const types: Readonly<Record<string, string>> = {
  'page.js': 'text/javascript',
  'uplot.js': 'text/javascript',
  'page.css': 'text/css',
  'icon.svg': 'image/svg+xml',
  'icon.png': 'image/png',
};
export const assetNames = Object.keys(types);

/** The page loads its own files only, and no page of another origin can show it in a frame. */
const POLICY = [
  "default-src 'none'",
  ...['script', 'style', 'img', 'connect', 'manifest'].map((kind) => `${kind}-src 'self'`),
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
];

/** Reads a file of the page once, and packs it once. */
export function createAssets(): (name: string, asked: Asked, answer: Answering) => void {
  const read = new Map<string, { readonly plain: Buffer; readonly packed: Buffer }>();
  return (name, asked, answer) => {
    const plain = read.get(name)?.plain ?? readFileSync(join(name === 'uplot.js' ? SHARED : BUILT, name));
    const { packed } = read.get(name) ?? { packed: gzipSync(plain) };
    read.set(name, { plain, packed });
    send(asked, answer, types[name] ?? '', { plain, packed: () => packed });
  };
}

/**
 * Sends the page in the language of the browser.
 * @param snapshot the data that the page shows until its event stream is open.
 */
export function sendPage(asked: Asked, answer: Answering, snapshot: object | undefined): void {
  const page = pageHtml(readFileSync(join(BUILT, 'page.html'), 'utf8'), languageOf(asked), snapshot);
  answer.set({ 'Content-Security-Policy': POLICY.join('; '), 'Referrer-Policy': 'no-referrer' });
  // A browser that is opened again tomorrow is to ask again: a stored page of today would look like one of tomorrow.
  send(asked, answer, 'text/html', { plain: Buffer.from(page), packed: () => gzipSync(page) }, 'no-store');
}

/**
 * Fills in the page: its language and title, the texts, and what it shows until the first event of its stream.
 * @param template `page.html`.
 */
export const pageHtml = (template: string, language: string, snapshot: object | undefined): string =>
  template
    .replace('__LANGUAGE__', language)
    .replaceAll('__TITLE__', titleIn(language))
    // Returned by a function, a name such as `$&` is no pattern.
    .replace('__WORDS__', () => inHtml(wordsIn(language)))
    .replace('__SNAPSHOT__', () => inHtml(snapshot ?? null));

/** JSON inside a `<script>`, which no text in it can end. */
const inHtml = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** What a phone needs to keep the page beside its apps. */
export function sendManifest(asked: Asked, answer: Answering): void {
  const name = titleIn(languageOf(asked));
  const manifest = {
    ...{ name, short_name: name, id: './', start_url: './', scope: './', display: 'standalone' },
    ...{ background_color: '#10161d', theme_color: '#10161d' },
    icons: [
      { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: 'icon.png', sizes: '192x192', type: 'image/png' },
    ],
  };
  const plain = Buffer.from(JSON.stringify(manifest));
  send(asked, answer, 'application/manifest+json', { plain, packed: () => gzipSync(plain) });
}

const languageOf = (asked: Asked) => languageFor(asked.get('accept-language') ?? '');
const titleIn = (language: string) => String(textsIn(language, 'page', 'page').title);

interface Content {
  readonly plain: Buffer;
  packed(): Buffer;
}

/** What is new with a version of the package is there at the next look. */
function send(asked: Asked, answer: Answering, type: string, { plain, packed }: Content, keeping = 'no-cache'): void {
  answer.type(type);
  answer.set({ 'Cache-Control': keeping, Vary: 'Accept-Encoding, Accept-Language' });
  answer.set('X-Content-Type-Options', 'nosniff');
  if (type === 'image/png' || !asked.acceptsEncodings('gzip')) answer.send(plain);
  else answer.set('Content-Encoding', 'gzip').send(packed());
}
