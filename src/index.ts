/**
 * The tariff service, its client and the planner without Node-RED:
 *
 * ```ts
 * const service = createService({ prices: 'live', zones: ['DE-LU'] });
 * await service.start();
 * const client = createClient({
 *   baseUrl: 'http://embedded',
 *   token: service.tokens.testing,
 *   fetch: (url, init) => service.fetch(new Request(url, init)),
 * });
 * ```
 *
 * Instants are UNIX seconds, prices major units of the market's currency per kWh.
 */
export type { DayAhead } from './api/read-series.ts';
export { type Client, type ClientOptions, createClient, type DayAheadQuestion } from './client/client.ts';
export { type ClientError, isClientError } from './client/errors.ts';
export { type Components, totalOf } from './core/components.ts';
export type { MeterReading, PricePoint, PriceSeries } from './core/series.ts';
export {
  type LibraryServiceOptions as ServiceOptions,
  type LiveService,
  libraryService as createService,
} from './create-service.ts';
export { forecast } from './forecast/forecast.ts';
export type { ExpectedPrice, ForecastDay, KnownPrice } from './forecast/types.ts';
export { LARGEST_METER_FILE } from './metering/decode.ts';
export { isMeterFileError, type MeterFileError, type MeterProblem } from './metering/meter-file-error.ts';
export { readMeter } from './metering/read-meter.ts';
export type {
  ColumnName,
  MeterColumns,
  MeterDirection,
  MeterFile,
  MeterFinding,
  MeterOptions,
  MeterUnit,
  RecognisedMeter,
} from './metering/types.ts';
export { horizonOf } from './planner/horizon.ts';
export type { Claim, DeviceNeed } from './planner/house/order.ts';
export type { HousePeak } from './planner/house/peak.ts';
export { dailyMaximaOf, type MeteredSpan, monthPeak, type PeakRule, peakCharge } from './planner/house/peak.ts';
export type { SitePlan } from './planner/house/site.ts';
export { pricesWithSun, slotsWith } from './planner/house/sun.ts';
export type { DeviceSlot, GridStep, House, HouseClaim, HousePlan } from './planner/house/types.ts';
export type { Slot, Store, StoreGoal, StoreMode, StorePlan, StoreStep } from './planner/store/types.ts';
export type { Demand, Horizon, Outcome, Plan, PlanState, PricedSpan, Run } from './planner/types.ts';
export { bill } from './pricing/bill/bill.ts';
export type { BilledLine, BillQuestion, HouseholdBill, MissingLine } from './pricing/bill/types.ts';
export type { LineRule } from './pricing/bill-lines.ts';
export { compareTariffs } from './pricing/comparison/compare.ts';
export type {
  BillSums,
  ComparedTariff,
  Comparison,
  Metered,
  MonthSums,
  TariffCost,
  Unpriced,
} from './pricing/comparison/types.ts';
export {
  roundedHousePlan as planHouse,
  roundedPlan as planWindow,
  roundedSitePlans as planSite,
  roundedStorePlan as planStore,
} from './rounded-plans.ts';
export type {
  CustomClockPrice,
  CustomClockRow,
  CustomContract,
  CustomExchangePrice,
  CustomFixedPrice,
  CustomNetworkPrice,
  CustomPrice,
} from './service/contracts/custom-contract.ts';
export type { Service } from './service/in-process.ts';
