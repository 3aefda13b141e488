/** A Node-RED status. */
export interface Status {
  readonly fill: 'grey' | 'green' | 'yellow' | 'red';
  readonly shape: 'ring' | 'dot';
  readonly text: string;
}

/** A text of a node's locales, with `values` for what it leaves open. */
export type StatusWord = (key: string, values?: Readonly<Record<string, string>>) => string;
