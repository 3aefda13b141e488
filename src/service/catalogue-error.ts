/** A file of the catalogue or of the prices that cannot be used. The text names the file, the place and what is allowed. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';

  constructor(file: string, problem: string, options?: ErrorOptions) {
    super(`${file}: ${problem}`, options);
  }
}
