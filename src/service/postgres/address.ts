import { StateError } from '../errors.ts';

/** The test for a `--state` that is a database's address and not a file. Throws a `StateError` where it may be a mistyped one, which is not shown. */
export function isDatabaseAddress(state: string): boolean {
  if (/^postgres(ql)?:\/\//i.test(state)) return true;
  if (/^(postgres.*[:/]|\w{2,}(:\/|\/\/)).*@/i.test(state))
    throw new StateError('--state must be a file, or an address such as postgres://user:password@host/database');
  return false;
}

/** The address as it may be shown: without the password, and without the parameters, which may hold another. */
export function shownAddress(state: string): string {
  if (!URL.canParse(state)) return 'postgres:';
  const { protocol, username, host, pathname } = new URL(state);
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}

/** Every form in which passwords of the address could be quoted. */
export function passwordsIn(state: string): string[] {
  if (!URL.canParse(state)) return [state];
  const { password, searchParams } = new URL(state);
  const given = [password, searchParams.get('password') ?? ''].filter((one) => one !== '');
  return given.flatMap((one) => [one, decoded(one), encodeURIComponent(one)]);
}

/** The text that is percent-encoded; one that is not, as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
