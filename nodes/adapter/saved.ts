/** What a dialog saved, as this version saves it; rejects where a later one has. */
export async function presentOf(def: object): Promise<Readonly<Record<string, unknown>>> {
  const { migrated } = await import('../../src/messages/migrate.ts');
  return migrated(def);
}
