/** Query parameters; those without a value are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * The URLs below `baseUrl`, whose path is kept as a prefix. Throws a `TypeError` for an address that cannot be used,
 * without quoting it: what does not fit may well hold a password.
 */
export function urlsBelow(baseUrl: string): (path: string, query: Query) => string {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!base || !/^https?:$/.test(base.protocol) || base.username || base.password || base.search || base.hash) {
    throw new TypeError('baseUrl: an http or https address without user, password, query and fragment is needed');
  }
  const prefix = base.href.replace(/\/+$/, '');
  return (path, query) => `${prefix}${path}${searchOf(query)}`;
}

function searchOf(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search && `?${search}`;
}
