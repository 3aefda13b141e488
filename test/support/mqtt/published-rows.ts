import { accountRows } from '../../../src/mqtt/account-topics.ts';
import { batteryRows } from '../../../src/mqtt/house/battery-topics.ts';
import { billRows, gridLimitRows } from '../../../src/mqtt/house/grid-topics.ts';
import { powerRows } from '../../../src/mqtt/house/power-topics.ts';
import { feedinRows, priceRows } from '../../../src/mqtt/price-topics.ts';
import { windowRows } from '../../../src/mqtt/window-topics.ts';

/** The topics of a site with one device and one battery, beside the values in force, and the ends of their payloads. */
export const publishedRows = (device: string, battery: string): { topic: string; end?: string | undefined }[] =>
  Object.entries({
    'price/': priceRows,
    'feedin/': feedinRows,
    [`window/${device}/`]: { ...windowRows, ...accountRows },
    [`battery/${battery}/`]: batteryRows,
    '': { status: {}, meta: {}, ...powerRows, ...gridLimitRows, ...billRows },
  }).flatMap(([branch, rows]) =>
    Object.entries<{ validUntil?: string }>(rows).map(([name, { validUntil: end }]) => ({ topic: branch + name, end })),
  );
