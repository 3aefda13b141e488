/** A drawing in a page of `docs/`: its options as JSON, and its lines by their first word, in columns. */
export interface Drawing {
  readonly options: string;
  readonly lines: ReadonlyMap<string, readonly string[]>;
}

export function readDrawing(drawing: string): Drawing {
  const [options = '{}', ...lines] = drawing.trim().split('\n');
  return {
    options,
    lines: new Map(
      lines.map((line) => {
        const [name = '', ...cells] = line.trim().split(/\s+/);
        return [name, cells];
      }),
    ),
  };
}
