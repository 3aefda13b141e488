const FROM = Date.parse('2026-01-15T17:00:00Z');
const HOUR = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** A house of some hours with a battery and a device, as a request asks for its plan. */
export const houseQuestion = (hours = 24) => ({
  now: iso(FROM),
  timeZone: 'Europe/Berlin',
  slots: Array.from({ length: hours * 4 }, (_, i) => ({
    ...{ start: iso(FROM + (i * HOUR) / 4), end: iso(FROM + ((i + 1) * HOUR) / 4) },
    ...{ importPrice: 0.2 + ((i * 7) % 13) / 100, exportPrice: 0.08, loadKw: 0.5, solarKw: 0 },
  })),
  stores: [
    {
      ...{ capacityKwh: 10, storedKwh: 5, maxChargeKw: 5, maxDischargeKw: 5 },
      ...{ chargeEfficiency: 0.95, dischargeEfficiency: 0.95 },
    },
  ],
  devices: [{ name: 'Dishwasher', demand: { minutes: 120, powerKw: 1.5, readyBy: '06:00' } }],
  importKw: 11,
});
