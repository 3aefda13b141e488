// The cheapest plan of a 10 kWh battery over a day with a price for each hour.
import { planStore } from '@dayahead/node-red-tariffs';

const now = Date.parse('2026-01-14T23:00:00Z') / 1000;
const prices = [22, 20, 18, 18, 19, 24, 33, 38, 36, 30, 26, 24, 22, 22, 25, 29, 35, 42, 44, 40, 34, 30, 27, 24];
const slots = prices.map((cents, i) => ({
  ...{ start: now + 3600 * i, end: now + 3600 * (i + 1) },
  ...{ importPrice: cents / 100, exportPrice: 0.08, loadKw: 0.6, solarKw: i > 9 && i < 15 ? 1.5 : 0 },
}));
const battery = {
  ...{ capacityKwh: 10, storedKwh: 2, minKwh: 1, maxChargeKw: 3, maxDischargeKw: 3 },
  ...{ chargeEfficiency: 0.95, dischargeEfficiency: 0.95, wearPerKwh: 0.03 },
};

const plan = planStore(battery, slots, now);
for (const { start, mode, storedKwh } of plan.slots)
  console.log(`${new Date(start * 1000).toISOString()} ${mode.padEnd(10)} ${storedKwh.toFixed(1)} kWh`);
console.log(`saves ${plan.saving.toFixed(2)} EUR of ${plan.baselineCost.toFixed(2)} EUR`);
