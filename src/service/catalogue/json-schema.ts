import { z } from 'zod';
import { described, type Schema } from '../../api/described.ts';
import { markets } from '../../core/markets.ts';
import { countryFile, sourcesFile, unitOf } from './schema.ts';

/** The files of a catalogue as JSON Schema: for the completion of an editor, which the service does not need. */

const units = new Set(Object.values(markets).flatMap(({ currency }) => unitOf(currency).shape.unit.unwrap().options));

/** The text that an editor shows of each key, wherever it stands. */
const descriptions: Readonly<Record<string, string>> = {
  $schema: 'Where this schema is.',
  unit: 'What the prices of this file are written in; left out, the currency of the market per kWh.',
  network: 'Whether the operator of the address decides about the network charge, or one national grid tariff does.',
  networkFollowsContract: 'Whether the network charge too is that of the day the contract was signed.',
  levyFree: 'Says that the market levies nothing per kWh.',
  exchangeRates: 'Units of the currency of the market per euro.',
  holidays: 'Public holidays, on which days are "rest": 12-25 every year, easter-2 for Good Friday, or a date.',
  vat: 'Rates of VAT: 0.19 is 19 %.',
  levies: 'Statutory charges; of rows with one name the one with the narrowest scope counts.',
  companies: 'Suppliers and network operators, with their tariffs.',
  areas: 'Which operator serves postal codes that begin so.',
  taxAreas: 'Parts of the country with other taxes, of which the dialog asks one; a postal code stands for each.',
  territories: 'Postal codes that this market does not serve.',
  regions: 'Parts of the country that tariffs are sold in.',
  schedules: 'When the registers of a meter run.',
  standing:
    'Lines of bills beside the prices per kWh, in the currency; of rows with one name the narrowest that applies counts.',
  needed: 'The standing lines without which no bill of a place is complete; left out, none is.',
  issuer: 'The company that sends the bill of the line.',
  part: 'What taxes and caps refer to: energy, grid, fees and others.',
  option: 'The choice of the household with which the row counts.',
  unless: 'The choices of the household with which it does not.',
  untilKwh: 'Beyond this quantity no price is known.',
  netting: 'The share of the feed-in that is deducted from the consumption.',
  id: '1 to 32 of a-z, 0-9 and -; no other of the country may have it.',
  householdTariff: 'The grid tariff that a postal code of this operator finds; left out, it finds none.',
  spotTariff: 'The same for a contract that follows the exchange, where its metering has another network charge.',
  tariffs: 'The tariffs of this company.',
  sector: 'consumption: energy that is bought; feedin: energy that is sold; grid: the network charge.',
  source: 'Where the figures come from.',
  type: 'dynamic: read from a price that is published day by day; found by itself.',
  household: 'false: no list shows the tariff, but it prices.',
  bundled:
    'true: the price is that of energy, network and levies together, of a network charge of network and levies; network: of energy and network. Without VAT.',
  gridTariff: 'The grid tariff that is priced with it where none is chosen, whatever the address has.',
  before: 'Of a network charge: the grid tariff that is priced before the first version of this one.',
  monthly: 'Charged every month, in the currency and without VAT; in no price per kWh.',
  versions: 'The oldest first.',
  version: 'The day from which it counts, YYYYMMDD.',
  kind: 'How the price is found.',
  zone: 'The bidding zone whose prices it follows, as DE-LU, or a series of a live source, as PVPC.',
  settlement: 'Seconds over which exchange prices are averaged before the formula.',
  coefficient: 'The exchange price is multiplied by this: 1.02 adds 2 %.',
  margin: 'Added to each kWh.',
  cap: 'The most that a kWh costs.',
  floor: 'The least that a kWh costs.',
  rates: 'What counts from which day on; of the rates of a clock the first that applies.',
  price: 'Without VAT, in the unit of the file.',
  when: 'When it applies; left out, always. All that is given must hold.',
  months: '1 to 12.',
  weekdays: '1 is Monday, 7 is Sunday.',
  days: 'working: Monday to Friday without holidays; rest: every other day.',
  hours: 'On quarter hours, as 22:15-06:30, which runs over midnight.',
  calendar: 'The calendar of a live source that says which clock each day has, as tempo.',
  begins: 'The time at which the clock of a day takes over, as 06:00; left out, midnight.',
  otherwise: 'The clock of every day that days does not name; left out, such a day is not published yet.',
  scope: 'Where the row counts; left out, everywhere.',
  grade: 'A, A*, B or C by the evidence; X is an example value, which every surface marks.',
  status: 'proposed: not yet law; counts from its day on and is marked.',
  until: 'The last day for which the source publishes the figure; it is carried on after that and marked as expired.',
  time: 'winter: standard time all year, as meters without daylight saving keep it.',
  minimum: 'The least that the share comes to, per kWh.',
  vatFree: 'No VAT is taken on it.',
  ofAbsolute: 'Added: this share of the absolute exchange price.',
  orMore: 'A second formula on the same exchange price; the higher result counts.',
  periods: 'Rates by date. A network charge is carried on after the last period; a price of a supplier is not.',
  from: 'The first day.',
  to: 'The last day; only the last period may leave it out.',
};

/** The files of a country's folder. */
export function countrySchema(): Schema {
  const { properties, ...schema } = schemaOf('A file of a country in a catalogue of tariffs', countryFile('EUR/kWh'));
  return { ...schema, properties: { ...properties, unit: { enum: [...units], description: descriptions.unit ?? '' } } };
}

/** The file of sources to credit. */
export const sourcesSchema = (): Schema => schemaOf('The sources that a catalogue credits', sourcesFile);

const schemaOf = (title: string, file: z.ZodType): Schema => ({
  ...described(z.toJSONSchema(file, { io: 'input', target: 'draft-7' }), descriptions),
  title,
});
