import { decoded } from '../../core/percent.ts';
import { rememberSecret } from '../../core/secrets/secrets.ts';

/** Where figures come from: a file, or an address with the credentials taken out. */
export type FiguresSource =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'address';
      readonly url: URL;
      /** The address without user, password and query, which may have a key. */
      readonly shown: string;
      readonly headers: Readonly<Record<string, string>>;
    };

/** @throws Error for an address that is not HTTPS. */
export function figuresSource(text: string): FiguresSource {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return { kind: 'file', path: text };
  if (!URL.canParse(text) || new URL(text).protocol !== 'https:')
    throw new Error('figures come from a file or an address that begins with https://');
  const url = new URL(text);
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const basic = Buffer.from(`${user}:${password}`).toString('base64');
  for (const secret of [password, basic, ...url.searchParams.values()]) rememberSecret(secret);
  [url.username, url.password, url.hash] = ['', '', ''];
  return {
    kind: 'address',
    url,
    shown: `${url.origin}${url.pathname}`,
    headers: user || password ? { authorization: `Basic ${basic}` } : {},
  };
}

/** The source as it may be shown and logged. */
export const shownSource = (text: string): string => {
  const source = figuresSource(text);
  return source.kind === 'file' ? source.path : source.shown;
};
