import type { NodeAPI } from 'node-red';
import { accessRequestOf, accessSettingsOf } from './guard.ts';
import type { Asked } from './http.ts';
import { routeOf } from './route.ts';

/** The sender of a request. */
export interface Reader {
  /** Address of the client, as far as trusted proxies report it; empty if the connection is closed. */
  readonly address: string;
  /** The user that has logged in, where `settings.js` requires a login. */
  readonly user: string | undefined;
}

export function readerOf(RED: NodeAPI, asked: Asked): Reader {
  const { client = '' } = routeOf(accessRequestOf(asked), accessSettingsOf(RED));
  return { address: client, user: userOf(asked) };
}

/** The user that a middleware has found, as passport does, else the one whose password `httpNodeAuth` has checked. */
function userOf(asked: Asked & { readonly user?: unknown }): string | undefined {
  const { username } = (asked.user ?? {}) as { readonly username?: unknown };
  if (typeof username === 'string') return username;
  const [, encoded = ''] = /^Basic (\S+)$/i.exec(asked.headers.authorization ?? '') ?? [];
  return Buffer.from(encoded, 'base64').toString().split(':')[0] || undefined;
}
