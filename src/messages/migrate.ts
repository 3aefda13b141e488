import { MessageError } from './parse.ts';

/** A node's configuration, by the names of its fields. */
type Saved = Readonly<Record<string, unknown>>;

/** Makes of a configuration one of the next schema. */
type Step = (config: Saved) => Saved;

/** The first makes schema 2 of schema 1, and so on. Fields that came later have defaults and need no step. */
const STEPS: readonly Step[] = [withOrigin];

/** Prices were a replay, of the user's own files where there were any; since then they are live where nothing is said. */
function withOrigin(config: Saved): Saved {
  const { type, prices, catalogue } = config;
  if (type !== 'dayahead-config' && type !== 'dayahead-price-series') return config;
  return { ...config, schema: 2, prices: prices || (catalogue ? 'own' : 'replay') };
}

/**
 * The configuration that a dialog saved, in the present schema. Without a `schema` it is of the first: written by hand.
 * @throws MessageError where a later version of this package has saved it.
 */
export function migrated(node: object, steps: readonly Step[] = STEPS): Saved {
  const config: Saved = { ...node };
  const known = steps.length + 1;
  const { schema = 1 } = config;
  if (typeof schema !== 'number' || !Number.isInteger(schema) || schema < 1) {
    throw new MessageError(`schema: a whole number from 1 to ${known} is allowed`);
  }
  if (schema > known) {
    throw new MessageError(`schema: saved by a later version of this package (${schema}, here ${known}): update it`);
  }
  return steps.slice(schema - 1).reduce<Saved>((saved, step) => step(saved), config);
}
