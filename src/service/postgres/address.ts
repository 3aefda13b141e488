import { decoded, isDecodable } from '../../core/percent.ts';
import { StateError } from '../errors.ts';

/** What helps where an address cannot be read. */
export const ENCODE = 'in a name or a password, write % as %25, @ as %40, : as %3A, / as %2F, ? as %3F and # as %23';

/** The test for a `--state` that is a database's address and not a file. Throws a `StateError` where it may be a mistyped one, which is not shown. */
export function isDatabaseAddress(state: string): boolean {
  const isOne = /^postgres(ql)?:\/\//i.test(state);
  if (isOne ? !isReadable(state) : /^(postgres.*[:/]|\w{2,}(:\/|\/\/)).*@/i.test(state))
    throw new StateError(
      `--state must be a file, or an address such as postgres://user:password@host/database; ${ENCODE}`,
    );
  return isOne;
}

/**
 * True of an address whose name, password and host are the same to whoever reads it. An `@` behind the host is none: what stands
 * before it is the rest of a password, which would be told as a host or a path.
 */
export function isReadable(address: string): boolean {
  const behindHost = address.replace(/^[^:]*:\/\/[^/\\?#]*/, '');
  return (
    URL.canParse(address) && !behindHost.includes('@') && !/%(?![\da-f]{2})/i.test(address) && isDecodable(address)
  );
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
