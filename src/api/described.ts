import type { z } from 'zod';

export type Schema = z.core.JSONSchema.BaseSchema;

/** A text for each key of an object, wherever it stands. */
export type Descriptions = Readonly<Record<string, string>>;

/** `schema` with what there is to say of its keys, however deep. */
export const described = (schema: Schema, descriptions: Descriptions): Schema =>
  visited(schema, descriptions) as Schema;

function visited(schema: unknown, descriptions: Descriptions, description?: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => visited(item, descriptions));
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.entries(schema).map(([key, value]) => [
    key,
    key === 'properties' ? byKey(value, descriptions) : visited(value, descriptions),
  ]);
  return { ...Object.fromEntries(inner), ...(description && { description }) };
}

const byKey = (properties: object, descriptions: Descriptions) =>
  Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, visited(value, descriptions, descriptions[key])]),
  );
