import { addDays } from '../../../core/time.ts';
import { type FeedRequest, queryText } from '../../feed.ts';
import { chargedRates, datedValues, readDatahubCharges } from '../../formats/tariffs/datahub-pricelist.ts';
import { periodsOver } from '../../formats/tariffs/told-periods.ts';
import type { TariffFeed, TariffFigures, TariffQuestion } from '../../tariff-feed.ts';
import { danishLevies, danishTariffs, ENERGINET } from './danish-charges.ts';

/** The network charges of Danish operators and the state's charges, hour by hour. */
export const datahubPricelist: TariffFeed = {
  name: 'datahub-pricelist',
  publisher: 'Energinet',
  about: 'Danish network charges and levies',
  address: 'https://api.energidataservice.dk',
  country: 'DK',
  terms: {
    use: 'open',
    licence: 'CC BY 4.0',
    notice: 'Source: Energinet (Energi Data Service, DatahubPricelist), CC BY 4.0.',
    shareAlike: false,
  },
  asksAt: '04:00',
  next: (question, [body]) => (body === undefined ? request() : figuresIn(body, question)),
};

/** As many of the newest rows as an answer may have; an operator whose rows are all older keeps the catalogue's figure. */
const MOST_ROWS = 3000;
const COLUMNS = [
  'GLN_Number',
  'ChargeTypeCode',
  'ValidFrom',
  'ValidTo',
  'ResolutionDuration',
  ...Array.from({ length: 24 }, (_, i) => `Price${i + 1}`),
];

/** `start` would leave out a row that began before it and still holds. */
function request(): FeedRequest {
  const owners = [...new Set(danishTariffs.map(([, owner]) => owner)), ENERGINET];
  const codes = [...danishTariffs.flatMap(([, , ...each]) => each), ...danishLevies.map(([, code]) => code)];
  const filter = JSON.stringify({ GLN_Number: owners, ChargeType: ['D03'], ChargeTypeCode: [...new Set(codes)] });
  const order = { sort: 'ValidFrom desc', limit: MOST_ROWS };
  return { path: `/dataset/DatahubPricelist${queryText({ filter, columns: COLUMNS.join(), ...order })}` };
}

/** Days before today that may be asked for, and days after it for which what is valid today is believed to stay so. */
const [PAST, AHEAD] = [4, 31];

function figuresIn(body: string, { today }: TariffQuestion): TariffFigures {
  const charges = readDatahubCharges(body);
  const of = (owner: string, codes: readonly string[]) =>
    charges.filter((charge) => charge.owner === owner && codes.includes(charge.code));
  const figures = danishTariffs.flatMap(([tariff, owner, ...codes]) => {
    const charged = of(owner, codes);
    const periods = periodsOver(addDays(today, -PAST), addDays(today, AHEAD), (date) => chargedRates(charged, date));
    return periods.length > 0 ? [[tariff, periods] as const] : [];
  });
  const levies = danishLevies.flatMap(([levy, code]) => {
    const values = datedValues(of(ENERGINET, [code]), today);
    return values.length > 0 ? [[levy, values] as const] : [];
  });
  if (figures.length === 0) throw new Error('has no charge of any operator');
  return { figures: Object.fromEntries(figures), levies: Object.fromEntries(levies) };
}
