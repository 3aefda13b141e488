import { MessageError } from '../messages/parse.ts';

/** An access token as Node-RED keeps it, and the address that it was typed in for; unknown where no dialog has stored it. */
export interface StoredToken {
  readonly token?: string;
  readonly tokenUrl?: string;
}

/**
 * The token for the service at `url`. Throws a `MessageError` where there is none, or where it was typed in for another
 * address: whoever may change a site's address must not be sent its token.
 */
export function tokenFor(url: string, { token, tokenUrl }: StoredToken): string {
  if (!token) throw new MessageError('token: the access token of the service is needed');
  if (tokenUrl && tokenUrl !== url) {
    throw new MessageError('url: the token is stored for another address; open the site and type it in again');
  }
  return token;
}
