/** One answered request, without its query, headers and address: these may hold tokens and personal data. */
export interface AccessRecord {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The unforeseen error that was thrown, with its stack. */
  readonly error?: unknown;
}
