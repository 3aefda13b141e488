import { type CountryCode, markets } from '../../../src/core/markets.ts';
import { blankForm } from '../../../src/service/contracts/blank-form.ts';
import type { ContractForm } from '../../../src/service/contracts/typed-contract.ts';
import { addContract, addedContracts, bareSite, siteId, withForms } from '../common/site.ts';
import { type AdoptedBill, contractAmount } from '../contract/bill.ts';
import { button } from '../contract/fields.ts';
import { contractsOf, newContractId, takesNone, today } from '../contract/kept.ts';
import { onceAtATime } from '../contract/once.ts';
import { askForContract } from '../contract/tray.ts';
import type { PickerRow } from './rows.ts';
import type { ListedTariff } from './tariff.ts';
import { dayText, pickerWord } from './words.ts';

/** Ids of rows that are no tariff, and lead into the form of a contract. */
const NEW = '+new';
const NOT_LISTED = '+not-listed';

/** The contracts of the user's own that the chosen site holds. */
export interface OwnContracts {
  /** Rows that come before the listed ones of a sector: contracts, and the way to another. */
  first(sector: string): readonly PickerRow[];
  /** The row for whom nothing is listed. */
  last(sector: string): readonly PickerRow[];
  /** The contract that a row stands for. */
  of(row: PickerRow | undefined): ContractForm | undefined;
  /** True for a row that opens the form. */
  opens(row: PickerRow | undefined): boolean;
  /** The way to a network charge that is typed, where the site takes one. */
  typeNetwork(): readonly JQuery[];
  /** Prices the network by a bill, and before its day by the grid tariff `before`. */
  adoptBill(bill: AdoptedBill, before: string | undefined): Promise<void>;
  /** Opens the form for a new contract, or for one to change. */
  open(sector: string, contract?: ContractForm): Promise<void>;
}

interface Surroundings {
  country(): string;
  postalCode(): string;
  /** The contract that is chosen to buy on. */
  chosen(): ContractForm | undefined;
  /** Id of the chosen tariff of a listed supplier. */
  supplier(): string | undefined;
  /** A contract was added or changed. */
  adopt(contract: ContractForm): Promise<void>;
}

export function ownContracts({ country, postalCode, chosen, supplier, adopt }: Surroundings): OwnContracts {
  const held = () =>
    takesNone(siteId())
      ? []
      : withForms(contractsOf(siteId()), addedContracts()).filter((contract) => contract.country === country());
  const ask = onceAtATime(askForContract);
  async function open(sector: string, contract?: ContractForm): Promise<void> {
    const begun = contract ?? (sector === 'grid' ? withTypedNetwork(chosen()) : undefined);
    const form = begun ?? blank(sector, country(), supplier() !== undefined);
    const typed = bareSite(siteId());
    const context = { typed, postalCode: postalCode(), supplier: supplier() };
    const finished = await ask(form, context);
    if (!finished) return;
    addContract(finished);
    await adopt(finished);
  }
  async function adoptBill(bill: AdoptedBill, before: string | undefined): Promise<void> {
    const { perKwh, contains = 'levies', monthly, vat, from } = bill;
    // A second bill of one day replaces the first.
    const earlier = held().find(
      (one) => `${one.id}-grid` === before && one.energy.kind === 'none' && one.from === from,
    );
    const code = country() as CountryCode;
    const { currency } = markets[code];
    const form: ContractForm = {
      ...blankForm(earlier?.id ?? newContractId(), code, from, []),
      name: pickerWord('own.bill', { day: dayText(from.replaceAll('-', '')) }),
      vat,
      energy: { kind: 'none' },
      network: {
        kind: 'fixed',
        price: contractAmount(perKwh, currency, 'hundredth'),
        contains,
        before: earlier ? beforeOf(earlier) : before,
      },
      monthly: monthly === undefined ? '' : contractAmount(monthly, currency, 'major'),
    };
    addContract(form);
    await adopt(form);
  }
  return {
    adoptBill,
    first: (sector) => [
      ...held()
        .filter((contract) => plays(contract, sector))
        .map(({ id, name }) => ({ id, name: pickerWord(`own.${sector}`, { name }) })),
      ...(takesNone(siteId()) || sector === 'grid' ? [] : [{ id: NEW, name: pickerWord('own.new'), isForm: true }]),
    ],
    last: (sector) =>
      takesNone(siteId()) || sector === 'feedin'
        ? []
        : [{ id: NOT_LISTED, name: pickerWord(`own.notListed.${sector}`), always: true }],
    of: (row) => held().find(({ id }) => id === row?.id),
    opens: (row) => row?.id === NEW || row?.id === NOT_LISTED,
    open,
    typeNetwork: () =>
      takesNone(siteId()) ? [] : [button('pencil', pickerWord('own.typeNetwork'), () => void open('grid'))],
  };
}

const plays = ({ energy, network, feedin }: ContractForm, sector: string): boolean => {
  if (sector === 'consumption') return energy.kind !== 'none';
  return sector === 'feedin' ? feedin.kind !== 'none' : network.kind === 'fixed' || network.kind === 'clock';
};

const beforeOf = ({ network }: ContractForm) => ('before' in network ? network.before : undefined);

const withTypedNetwork = (contract: ContractForm | undefined): ContractForm | undefined =>
  contract && { ...contract, network: { kind: 'fixed', price: '' } };

/** For a household whose network is not listed, and whose supplier is, the network alone is typed. */
function blank(sector: string, country: string, hasSupplier: boolean): ContractForm {
  const form = blankForm(newContractId(), country as CountryCode, today(), []);
  if (sector !== 'grid') return form;
  return { ...form, ...(hasSupplier && { energy: { kind: 'none' } }), network: { kind: 'fixed', price: '' } };
}

/** The tariff of a contract in a sector, as the service would list it. */
export function listedOf({ id, name, energy, feedin }: ContractForm, sector: string): ListedTariff {
  const terms = sector === 'feedin' ? feedin : energy;
  const isPublished = sector !== 'grid' && terms.kind === 'exchange';
  return {
    id: sector === 'consumption' ? id : `${id}-${sector}`,
    ...{ name, type: isPublished ? 'dynamic' : 'static', available: true, description: null, link: null },
  };
}
