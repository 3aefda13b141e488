/** The contents of a dialog as this version saves them; rejects where a later one has saved them. */
export async function presentOf(def: object): Promise<Readonly<Record<string, unknown>>> {
  const { migrated } = await import('../../src/messages/migrate.ts');
  return migrated(def);
}
