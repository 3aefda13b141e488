import { z } from 'zod';
import { markets } from '../../core/markets.ts';
import { britishRegions, zonesWhere } from '../../feeds/zones.ts';
import { parse } from '../../messages/parse.ts';
import { priceUnit } from '../../messages/price-text.ts';
import { country } from '../../messages/selection.ts';
import { type ContractPreset, presetsOf, shippedPresets } from '../../service/contracts/presets.ts';

/** What the form of a contract starts from in a country. */
export interface ContractStart {
  /** ISO 4217. */
  readonly currency: string;
  /** The hundredths of it that people say prices in; left out, they say the currency itself. */
  readonly hundredth?: string;
  /** The bidding zones that a price may follow. */
  readonly zones: readonly string[];
  readonly presets: readonly ContractPreset[];
}

const question = z.object({ country });

/** @throws MessageError where no country is asked for. */
export function contractStart(asked: unknown): ContractStart {
  const { country } = parse(question, asked);
  const { currency } = markets[country];
  const { name, perMajor } = priceUnit(currency);
  const zones = country === 'GB' ? britishRegions : zonesWhere(({ countries }) => countries.includes(country));
  return {
    ...{ currency, zones, presets: presetsOf(country, shippedPresets) },
    ...(perMajor > 1 && { hundredth: name }),
  };
}
