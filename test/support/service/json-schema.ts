import { createRequire } from 'node:module';

interface Validator {
  addSchema(schema: object, key: string): unknown;
  validate(schema: object, data: unknown): boolean;
  readonly errors?: readonly unknown[] | null;
}

/** The validator that Node-RED brings: this package has no use for one but in its tests. */
const nodeRed = createRequire(createRequire(import.meta.url).resolve('node-red'));
const load = createRequire(nodeRed.resolve('@node-red/nodes/package.json'));

/** A validator of JSON Schema, of draft 7 or of 2020-12, which OpenAPI 3.1 is written in. */
export function validator(draft: '7' | '2020'): Validator {
  const { default: Ajv } = load(draft === '7' ? 'ajv' : 'ajv/dist/2020') as {
    readonly default: new (options: object) => Validator;
  };
  return new Ajv({ strict: false, validateFormats: false, allErrors: true });
}
