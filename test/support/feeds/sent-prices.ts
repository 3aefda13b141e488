/** A day of prices as other programs send them: 30 öre, and 10 from 13:00 to 14:00. */

const MIDNIGHT = Date.parse('2026-01-15T00:00:00+01:00') / 1000;
const hour = (index: number) => new Date((MIDNIGHT + index * 3600) * 1000).toISOString();

/** Without a currency, as evcc has them. */
export const values = Array.from({ length: 24 }, (_, i) => ({
  start: hour(i),
  end: hour(i + 1),
  value: i === 13 ? 0.1 : 0.3,
}));

/** As the attributes of a sensor in Home Assistant. */
export const attributes = { region: 'SE3', currency: 'SEK', unit: 'kWh', raw_today: values, raw_tomorrow: [] };
