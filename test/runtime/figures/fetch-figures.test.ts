import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FeedFetch } from '../../../src/feeds/connection.ts';
import { fetchFigures } from '../../../src/runtime/figures/fetch-figures.ts';
import { shownSource } from '../../../src/runtime/figures/figures-address.ts';

type Answer = { readonly status: number; readonly text?: string; readonly headers?: Readonly<Record<string, string>> };

/** A server that gives these answers in turn, and the requests that it received. */
function server(...answers: readonly Answer[]) {
  const requests: { readonly url: string; readonly headers: Readonly<Record<string, string>> }[] = [];
  const fetch: FeedFetch = async (url, { headers }) => {
    const { status, text = '', headers: sent = {} } = answers[requests.length] ?? { status: 500 };
    requests.push({ url, headers });
    async function* body() {
      yield Buffer.from(text);
    }
    return { status, headers: { get: (name) => sent[name] ?? null }, body: body() };
  };
  return { requests, line: { fetch, userAgent: 'test' } };
}
const address = 'https://figures.example/latest.json';

describe('figures of an address', () => {
  // Promise P-601 use/catalogue: a bundle is installed only if it is newer
  it('are asked for again only where they have changed', async () => {
    const validators = { etag: '"a1"', 'last-modified': 'Thu, 26 Nov 2026 10:00:00 GMT' };
    const { requests, line } = server({ status: 200, text: '{}', headers: validators }, { status: 304 });
    const first = await fetchFigures(address, line);
    expect(first).toEqual({ text: '{}', etag: '"a1"', lastModified: 'Thu, 26 Nov 2026 10:00:00 GMT' });
    expect(await fetchFigures(address, line, first)).toBeUndefined();
    expect(requests[1]?.headers).toMatchObject({
      'if-none-match': '"a1"',
      'if-modified-since': 'Thu, 26 Nov 2026 10:00:00 GMT',
    });
  });

  it('follow a redirect within the host', async () => {
    const moved = { status: 302, headers: { location: '/2026/11.json?edition=2' } };
    const { requests, line } = server(moved, { status: 200, text: 'new' });
    expect(await fetchFigures(address, line)).toEqual({ text: 'new' });
    expect(requests.map(({ url }) => url)).toEqual([address, 'https://figures.example/2026/11.json?edition=2']);
  });

  // Promise P-602 use/catalogue: a bundle is fetched with redirects on the same host only
  it.each(['https://other.example/x.json', 'http://figures.example/x.json', 'https://figures.example:8443/x.json', ''])(
    'follow no redirect to "%s"',
    async (location) => {
      const { requests, line } = server({ status: 301, headers: location ? { location } : {} });
      const redirected = fetchFigures('https://u:secret-pass@figures.example/x.json', line);
      await expect(redirected).rejects.toThrow(/^https:\/\/figures\.example\/x\.json: /);
      expect(requests.length).toBeLessThan(6);
      expect(requests.every(({ url }) => url.startsWith('https://figures.example/'))).toBe(true);
    },
  );

  it('end after three redirects', async () => {
    const moved = { status: 302, headers: { location: '/again' } };
    const { requests, line } = server(moved, moved, moved, moved, moved);
    await expect(fetchFigures(address, line)).rejects.toThrow('more than 3 redirects');
    expect(requests.length).toBe(4);
  });

  it('are at most 2 MiB', async () => {
    const { line } = server({ status: 200, text: ' '.repeat(2 * 1024 * 1024 + 1) });
    await expect(fetchFigures(address, line)).rejects.toThrow(`${address}: its answer is longer`);
  });

  it('send user and password as a header, and name neither them nor the query', async () => {
    const source = 'https://me:pass%2Fword@figures.example/latest.json?key=very-secret';
    const { requests, line } = server({ status: 403 });
    await expect(fetchFigures(source, line)).rejects.toThrow(/^https:\/\/figures\.example\/latest\.json: answers 403$/);
    expect(requests[0]).toMatchObject({
      url: 'https://figures.example/latest.json?key=very-secret',
      headers: { authorization: `Basic ${Buffer.from('me:pass/word').toString('base64')}` },
    });
    expect(shownSource(source)).toBe('https://figures.example/latest.json');
  });

  it.each(['http://figures.example/x.json', 'ftp://figures.example/x.json', 'https://'])(
    'are not asked for at %s',
    async (source) => {
      const { requests, line } = server();
      await expect(fetchFigures(source, line)).rejects.toThrow('a file or an address that begins with https://');
      expect(requests).toEqual([]);
    },
  );
});

describe('figures of a file', () => {
  it('are read again once the file has changed', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'figures-'));
    try {
      const file = join(dir, 'figures.json');
      const { line } = server();
      writeFileSync(file, 'one');
      const first = await fetchFigures(file, line);
      expect(first?.text).toBe('one');
      expect(await fetchFigures(file, line, first)).toBeUndefined();
      writeFileSync(file, 'longer');
      expect((await fetchFigures(file, line, first))?.text).toBe('longer');
      writeFileSync(file, ' '.repeat(2 * 1024 * 1024 + 1));
      await expect(fetchFigures(file, line)).rejects.toThrow('is longer than 2 MiB');
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
