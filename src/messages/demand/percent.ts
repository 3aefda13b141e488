const percentage = /^(\d{1,4}(?:\.\d+)?) ?%$/;

/** Percent of `80 %`; `undefined` of any other text. */
export function percentIn(text: string): number | undefined {
  const [, percent] = percentage.exec(text) ?? [];
  return percent === undefined ? undefined : Number(percent);
}
