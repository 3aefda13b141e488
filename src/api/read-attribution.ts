import { z } from 'zod';
import { type AttributionSource, attributionSource } from './bodies.ts';
import { isObject, parseBody, ShapeError } from './shape.ts';

const sources = z.array(z.preprocess(withoutNulls, attributionSource));

/** Several times what all sources of Europe need. */
const MOST_CHARACTERS = 200_000;

/**
 * The data sources of `GET /public/attribution`: a bare array, or the only array of the body, whatever its key
 * (specification: nesting "not shown"). Throws a `ShapeError`.
 */
export function readAttribution(body: unknown): AttributionSource[] {
  const [list, another] = Array.isArray(body)
    ? [body]
    : isObject(body)
      ? Object.values(body).filter(Array.isArray)
      : [];
  if (!list || another) throw new ShapeError('no list of sources found', body);
  const length = JSON.stringify(list).length;
  if (length > MOST_CHARACTERS)
    throw new ShapeError(`sources of ${length} characters, at most ${MOST_CHARACTERS}`, body);
  return parseBody(sources, list, body);
}

/** A source without an `updated` date may say so with `null`. */
function withoutNulls(value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null)) : value;
}
