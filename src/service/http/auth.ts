import { HttpRefusal } from '../errors.ts';

/** The token's value in an `Authorization` header, where there is one: a key, never to be logged or answered. */
export const credentialIn = (header = ''): string | undefined => /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1];

/** The same, else 401: its challenge tells three kinds apart (specification, "Authentication", rule 4). */
export function bearerOf(header: string | undefined): string {
  if (header === undefined) throw unauthorised('an access token is required: Authorization: Bearer <token>');
  const credential = credentialIn(header);
  if (credential !== undefined) return credential;
  throw unauthorised('the Authorization header must be Bearer <token>', 'invalid_request');
}

/** The refusal of a token that is not known. */
export const unknownToken = (): HttpRefusal => unauthorised('the access token is not accepted', 'invalid_token');

const REALM = 'Bearer realm="dayahead"';

const unauthorised = (message: string, error?: 'invalid_request' | 'invalid_token') =>
  new HttpRefusal(401, message, { headers: { 'WWW-Authenticate': error ? `${REALM}, error="${error}"` : REALM } });
