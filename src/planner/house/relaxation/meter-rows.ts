import { type HouseSlot, type HouseTerms, houseNetKw } from '../terms.ts';
import { addColumn, addRow, type HouseRows, type Place } from './rows.ts';

/** What passes the meter in a slot. */
export interface MeterRow {
  /** What is bought and discharged is what is used, sold, charged and turned down. */
  readonly row: number;
  /** What is bought up to the limit and above it. */
  readonly bought: readonly Place[];
  /** What the house takes beside its devices and what its stores do. */
  readonly netKw: number;
}

/** Room beyond what may ever pass, in kW: no bound of it is met. */
const SPARE = 1;

/** The most that a house may buy and sell at once, with devices of so many kW. */
export function mostOf(house: HouseTerms, slots: readonly HouseSlot[], devicesKw: number) {
  const nets = slots.map((slot) => houseNetKw(house.stores, slot));
  const [charge, discharge] = (['maxChargeKw', 'maxDischargeKw'] as const).map((kw) =>
    house.stores.reduce((sum, { terms }) => sum + terms[kw], 0),
  ) as [number, number];
  return {
    buyKw: Math.max(0, ...nets) + charge + devicesKw + SPARE,
    sellKw: Math.max(0, ...nets.map((net) => -net)) + discharge + SPARE,
  };
}

/** Selling for more than buying costs, at once, is no use that anybody has. */
export function addMeter(
  rows: HouseRows,
  house: HouseTerms,
  slot: HouseSlot,
  most: ReturnType<typeof mostOf>,
): MeterRow {
  const netKw = houseNetKw(house.stores, slot);
  const sellKw = netKw < 0 || maySell(house) ? most.sellKw : 0;
  const { importPrice, importKw = most.buyKw, exportKw = sellKw, curtailable, solarKw } = slot;
  const exportPrice = Math.min(slot.exportPrice, importPrice);
  const hours = (slot.end - slot.start) / 3600;
  const row = addRow(rows, netKw);
  const bought = [
    addColumn(rows, hours * importPrice, Math.min(importKw, most.buyKw), [row, 1]),
    importKw < most.buyKw
      ? addColumn(rows, hours * (importPrice + house.limitWeight), most.buyKw, [row, 1])
      : undefined,
  ];
  addColumn(rows, -hours * exportPrice, Math.min(exportKw, sellKw), [row, -1]);
  if (exportKw < sellKw) addColumn(rows, hours * (house.limitWeight - exportPrice), sellKw, [row, -1]);
  if (curtailable) addColumn(rows, 0, solarKw, [row, -1]);
  return { row, bought, netKw };
}

/** What the house does not use itself may only be sold by stores. */
const maySell = ({ stores }: HouseTerms) => stores.length === 0 || stores.some(({ terms }) => terms.toGrid);
