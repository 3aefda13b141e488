/** The environment variable with the address that `programs.ts` answers at. */
export const ADDRESS_VARIABLE = 'TEST_PROGRAMS';

/** Programs that all test files of a run share. */
export type ProgramName = 'postgres';

/**
 * The address of a shared program, which is started by the first call in a run; `undefined` where nothing is shared and the
 * caller starts its own.
 */
export async function sharedProgram(name: ProgramName): Promise<string | undefined> {
  const server = process.env[ADDRESS_VARIABLE];
  if (!server) return undefined;
  const response = await fetch(`${server}/${name}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} did not start: ${text}`);
  return text;
}
