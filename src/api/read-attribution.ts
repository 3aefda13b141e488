import { z } from 'zod';
import { type AttributionSource, attributionSource } from './bodies.ts';
import { isObject, parseBody, ShapeError } from './shape.ts';

const sources = z.array(z.preprocess(withoutNulls, attributionSource));

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
  return parseBody(sources, list, body);
}

/** A source without an `updated` date may say so with `null`. */
function withoutNulls(value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null)) : value;
}
