import type { CountryCode } from '../../core/markets.ts';
import type { ContractForm } from './typed-contract.ts';

/** A form before anything is typed: a contract on the exchange price of the country's only zone. */
export const blankForm = (id: string, country: CountryCode, from: string, [zone = '', other]: readonly string[]) =>
  ({
    ...{ id, country, from, name: '' },
    unit: 'hundredth',
    vat: 'in',
    includes: 'energy',
    energy: { kind: 'exchange', zone: other ? '' : zone, factor: '1', margin: '', settlement: '900' },
    network: { kind: 'address' },
    feedin: { kind: 'none' },
  }) as const satisfies ContractForm;
