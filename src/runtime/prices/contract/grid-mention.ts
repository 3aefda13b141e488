import type { Client } from '../../../client/client.ts';
import type { Selection } from '../../../messages/selection.ts';

/**
 * A line about a network charge that was chosen while the catalogue had no other of its operator: it stays, and the user may
 * want one of the others. `undefined` where there is no other.
 */
export async function gridMention(
  { country, grid }: Selection,
  client: Pick<Client, 'tariffs'>,
): Promise<string | undefined> {
  if (!grid?.companyId) return undefined;
  const tariffs = await client.tariffs(country, 'grid', grid.companyId, { available: true });
  const others = tariffs.filter(({ id }) => id !== grid.id).map(({ name }) => name);
  if (others.length === 0) return undefined;
  return `the network charge stays ${grid.name ?? grid.id}; the operator's other charges are now listed too: ${others.join(', ')}`;
}
