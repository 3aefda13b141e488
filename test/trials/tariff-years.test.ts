import { expect, it } from 'vitest';
import { tellForYears } from '../support/years/tariff-years.ts';

/** `npm run years` asks for ten years. */
const DAYS = process.env.YEARS ? Math.round(Number(process.env.YEARS) * 365.25) : 40;

it('through whatever becomes of their sources, no colour and no network charge is shown that nobody has told, and once all is well each is', async () => {
  const met = await tellForYears(DAYS, 7);
  process.stderr.write(`${JSON.stringify(met)}\n`);
  expect(Math.min(...Object.values(met))).toBeGreaterThan(0);
});
