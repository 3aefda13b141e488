import type { NodeMessage } from 'node-red';

/** A message of a node that also says what it is about, as those of Home Assistant do. */
interface Message extends NodeMessage {
  readonly data?: unknown;
}

/**
 * The content of a message: the object or array in its payload; XML as `{document}`; and the prices or forecast in the attributes
 * of an entity, which the nodes of Home Assistant put into `data` beside its state. `undefined` of any other.
 */
export function contentOf({ payload, data }: Message): object | undefined {
  if (isObject(payload)) return payload;
  if (typeof payload === 'string' && payload.trimStart().startsWith('<')) return { document: payload };
  const entity = isObject(data) && 'new_state' in data ? data.new_state : data;
  const attributes = isObject(entity) && 'attributes' in entity ? entity.attributes : undefined;
  return isObject(attributes) && ('raw_today' in attributes || 'detailedForecast' in attributes)
    ? { attributes }
    : undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
