import { expect, it } from 'vitest';
import { downloadedText, openChromium } from '../../support/browser/chromium.ts';
import { startStandIn } from '../../support/node-red/stand-in.ts';

it.each([
  ['en-US', /^this month [\d.]+ kWh · DKK\s[\d.]+( · saved DKK\s[\d.]+)?$/m, 'Table'],
  ['de', /^diesen Monat [\d,]+ kWh · [\d,]+\sDKK( · gespart [\d,]+\sDKK)?$/m, 'Tabelle'],
])(
  'the card of a device says in %s what this month came to, and has its runs as a table',
  async (language, says, table) => {
    const house = await startStandIn('2026-01-14T10:05:00+01:00');
    const browser = await openChromium();
    try {
      const page = await browser.newPage({ locale: language });
      await page.goto(`${house.url}?language=${language}`);
      const card = page.locator('.dayahead-card').first();
      await card.waitFor();
      await house.clock.advanceBy(20 * 3600);
      await page.evaluate("RED.events.emit('deploy')");
      await expect.poll(() => card.innerText()).toMatch(says);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        card.getByText(table, { exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^[a-z0-9-]+-(runs|laeufe)\.csv$/);
      const [head, ...rows] = (await downloadedText(download)).trim().split('\r\n');
      expect(head).toBe('start,end,switched_by,energy_kwh,priced_kwh,cost,baseline_cost,saved,currency');
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every((row) => /^2026-01-1[45]T.*,plan,.*,DKK$/.test(row))).toBe(true);
    } finally {
      await browser.close();
      await house.stop();
    }
  },
);
