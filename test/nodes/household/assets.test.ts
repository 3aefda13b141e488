import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import type { Answering, Asked } from '../../../nodes/access/http.ts';
import { assetNames, createAssets, pageHtml, sendPage } from '../../../nodes/household/assets.ts';
import { wordsIn } from '../../../nodes/household/words.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';

// Before a build the files of the page are at their sources, and scripts are anything.
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const sourceOf = (path: string) =>
    /[/\\](page|resources)[/\\][^/\\]+\.js$/.test(path)
      ? 'nodes/editor/household/household.ts'
      : path.replace(/^.*[/\\]page[/\\]([^/\\]+)$/, 'nodes/editor/household/$1');
  return { ...real, readFileSync: (path: string, encoding?: 'utf8') => real.readFileSync(sourceOf(path), encoding) };
});

/** The headers and the body of an answer. */
function answered(send: (asked: Asked, answer: Answering) => void, takesGzip = false) {
  const headers: Record<string, string> = {};
  let body: Buffer = Buffer.from('');
  const answer = {
    type: (type: string) => answer.set('Content-Type', type),
    set(name: string | object, value = '') {
      Object.assign(headers, typeof name === 'string' ? { [name]: value } : name);
      return answer;
    },
    send: (content: Buffer) => {
      body = content;
    },
  };
  const asked = { get: () => 'de', acceptsEncodings: () => takesGzip };
  send(asked as unknown as Asked, answer as unknown as Answering);
  return { headers, body };
}

const template = readFileSync('nodes/editor/household/page.html', 'utf8');
/** The text inside a script of the page, as a browser takes it: up to the first end tag. */
const dataIn = (page: string, id: string) => page.split(`id="${id}">`)[1]?.split('</script')[0] ?? '';
/** The page without the texts and without the household. */
const frameOf = (page: string) =>
  ['words', 'snapshot'].reduce((text, id) => text.replace(dataIn(page, id), () => id), page);

describe('the page', () => {
  const empty = pageHtml(template, 'en-US', undefined);

  it.each(hostileTexts)('holds a household named %j as data and is unchanged otherwise', (name) => {
    const told = { now: '2026-01-15T08:00:00Z', house: { name, devices: [{ name }, { name }], [name]: name } };
    const page = pageHtml(template, 'en-US', told);
    expect(JSON.parse(dataIn(page, 'snapshot'))).toEqual(told);
    expect(frameOf(page)).toBe(frameOf(empty));
  });

  it('holds no tag inside its data', () => {
    const page = pageHtml(template, 'en-US', { names: hostileTexts });
    for (const id of ['words', 'snapshot']) expect(dataIn(page, id)).not.toContain('<');
    expect(page.match(/<\/?script/g)).toEqual(template.match(/<\/?script/g));
  });

  it.each(['en-US', 'de', 'da'])('has its texts, its language and all its titles in %s', (language) => {
    const page = pageHtml(template, language, undefined);
    expect(JSON.parse(dataIn(page, 'words'))).toEqual(wordsIn(language));
    expect(JSON.parse(dataIn(page, 'snapshot'))).toBeNull();
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).not.toMatch(/__[A-Z]+__/);
  });
});

describe('the headers of the page', () => {
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

  it('allow no foreign content, no frame of another origin, no referrer and no caching', () => {
    const { headers, body } = answered((asked, answer) => sendPage(asked, answer, { house: 1 }));
    expect(headers).toEqual({
      'Content-Type': 'text/html',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding, Accept-Language',
    });
    expect(body.toString()).toBe(pageHtml(template, 'de', { house: 1 }));
  });

  it('of its files give their types and have the browser revalidate them', () => {
    const types = assetNames.map((name) => {
      const { headers } = answered((asked, answer) => createAssets()(name, asked, answer));
      const { 'Content-Type': type, ...others } = headers;
      expect(others).toEqual({
        'Cache-Control': 'no-cache',
        'X-Content-Type-Options': 'nosniff',
        Vary: 'Accept-Encoding, Accept-Language',
      });
      return [name, type];
    });
    expect(Object.fromEntries(types)).toEqual({
      'page.js': 'text/javascript',
      'uplot.js': 'text/javascript',
      'page.css': 'text/css',
      'icon.svg': 'image/svg+xml',
      'icon.png': 'image/png',
    });
  });

  it.each(assetNames)('of %s name the packing where it is packed', (name) => {
    const send = createAssets();
    const plain = answered((asked, answer) => send(name, asked, answer)).body;
    const { headers, body } = answered((asked, answer) => send(name, asked, answer), true);
    expect(headers['Content-Encoding']).toBe(name === 'icon.png' ? undefined : 'gzip');
    expect(name === 'icon.png' ? body : gunzipSync(body)).toEqual(plain);
  });
});
