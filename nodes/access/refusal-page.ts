import type { Fault } from '../../src/runtime/problems.ts';
import { languageFor, textsIn } from '../adapter/languages.ts';
import { withValues } from '../adapter/words.ts';
import type { Answering, Asked } from './http.ts';

const PAGE = [
  '<!doctype html>',
  '<html lang="__language__">',
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>__title__</title>',
  '<p>__reason__</p>',
].join('\n');

/** Answers 403 with a page that says in the reader's language why, and what to add to `settings.js`. */
export function sendRefusalPage(asked: Asked, answer: Answering, { code, values = {}, detail }: Fault): void {
  const language = languageFor(asked.get('accept-language') ?? '');
  const text = withValues(String(textsIn(language, 'config', 'fault')[code]), values);
  const title = escaped(String(textsIn(language, 'page', 'page').title));
  const reason = escaped(detail ? `${text} (${detail})` : text);
  answer.status(403).type('text/html').set({
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  answer.send(withValues(PAGE, { language, title, reason }));
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);
