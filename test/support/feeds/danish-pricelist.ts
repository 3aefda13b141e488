/** Rows of a `DatahubPricelist` in its own form, with figures of our own. */
export function charge(
  owner: string,
  code: string,
  from: string,
  until: string | null,
  prices: number | readonly number[],
  resolution: 'PT1H' | 'P1D' = 'PT1H',
) {
  const hour = (i: number) => (typeof prices === 'number' ? prices : prices[i]);
  const listed = Array.from({ length: 24 }, (_, i) => [
    `Price${i + 1}`,
    resolution === 'P1D' && i > 0 ? null : hour(i),
  ]);
  return {
    GLN_Number: owner,
    ChargeTypeCode: code,
    ValidFrom: `${from}T00:00:00`,
    ValidTo: until && `${until}T00:00:00`,
    ResolutionDuration: resolution,
    ...Object.fromEntries(listed),
  };
}

export const pricelist = (...records: readonly object[]) =>
  JSON.stringify({ total: records.length, filters: '{}', limit: 3000, dataset: 'DatahubPricelist', records });
