import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = "{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }";

/** The violations of WCAG 2.2 AA that axe finds on a page, each with the first element that it is about. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe);
  return page.evaluate(
    `axe.run(document, ${rules}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
  );
}
