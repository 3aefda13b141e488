/** One answered request. Neither the query nor a header is in it: an address and a token are nobody's business. */
export interface AccessRecord {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The unforeseen error that was thrown, with its stack. */
  readonly error?: unknown;
}
