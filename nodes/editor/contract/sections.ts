import type { ContractStart } from '../../../src/runtime/editor/contract-start.ts';
import type { ContractPreset } from '../../../src/service/contracts/presets.ts';
import type { ContractForm } from '../../../src/service/contracts/typed-contract.ts';
import { type Option, section, selectField, textField } from './fields.ts';
import { type AskList, networkFields } from './network.ts';
import { kindField, type PartName, partFields, parts } from './price-part.ts';
import { contractWord } from './words.ts';

/** What the sections of a form need beside what is typed in. */
interface Means {
  /** The countries to choose from; left out, the country stands. */
  readonly countries: readonly Option[] | undefined;
  readonly list: AskList;
  complain(error: unknown): void;
  onPreset(preset: ContractPreset): void;
}

/** The sections of a contract's form, filled in. */
export function sectionsOf(form: ContractForm, start: ContractStart, means: Means): JQuery[] {
  const { hundredth, currency, zones } = start;
  const unit = `${form.unit === 'hundredth' && hundredth ? hundredth : currency}/kWh`;
  const fields = (name: PartName) => {
    const part = form[name];
    return part.kind === 'listed'
      ? networkFields(part, form, means.list, means.complain)
      : partFields(name, part, { unit, zones });
  };
  const covers = form.energy.kind === 'none' ? [] : [choice(form, 'includes', ['energy', 'all'])];
  return [
    section(contractWord('section.contract'), ...headOf(form, start, means)),
    ...parts.map((name) =>
      section(
        contractWord(`section.${name}`),
        kindField(name, form[name]),
        ...(name === 'energy' ? covers : []),
        ...(name === 'network' ? containsField(form) : []),
        ...fields(name),
        ...(name === 'network' ? beforeField(form) : []),
      ),
    ),
  ];
}

/** The choice of the parts that a typed network price holds; beside a price of all together nothing is added to it. */
function containsField({ network, energy, includes }: ContractForm): JQuery[] {
  const isTyped = network.kind === 'fixed' || network.kind === 'clock';
  if (!isTyped || (energy.kind !== 'none' && includes === 'all')) return [];
  return [
    selectField({
      path: 'network.contains',
      label: contractWord('figure.includes'),
      value: network.contains ?? 'network',
      options: ['network', 'levies', 'all'].map((value) => ({ value, text: contractWord(`contains.${value}`) })),
    }),
  ];
}

/** The network tariff of the days before the typed price. It comes from a bill, and can be given up. */
function beforeField({ network }: ContractForm): JQuery[] {
  if (!('before' in network) || !network.before) return [];
  return [
    selectField({
      path: 'network.before',
      label: contractWord('figure.before'),
      value: network.before,
      options: [
        { value: network.before, text: network.before },
        { value: '', text: contractWord('before.same') },
      ],
    }),
  ];
}

const choice = (form: ContractForm, path: 'includes' | 'vat', values: readonly string[]): JQuery =>
  selectField({
    path,
    label: contractWord(`figure.${path}`),
    value: form[path],
    options: values.map((value) => ({ value, text: contractWord(`${path}.${value}`) })),
  });

function headOf(form: ContractForm, start: ContractStart, { countries, onPreset }: Means): (JQuery | undefined)[] {
  const { hundredth, currency } = start;
  const { name, country, from, unit, monthly } = form;
  const units = [...(hundredth ? [{ value: 'hundredth', text: hundredth }] : []), { value: 'major', text: currency }];
  return [
    countries &&
      selectField({ path: 'country', label: contractWord('figure.country'), value: country, options: countries }),
    presetField(form, start.presets, onPreset),
    textField({ path: 'name', label: contractWord('figure.name'), value: name }),
    textField({ path: 'from', label: contractWord('figure.from'), value: from, type: 'date' }),
    choice(form, 'vat', ['in', 'out']),
    selectField({
      path: 'unit',
      label: contractWord('figure.unit'),
      value: hundredth ? unit : 'major',
      options: units,
    }),
    textField({
      path: 'monthly',
      label: contractWord('figure.monthly'),
      value: monthly,
      unit: currency,
      hint: contractWord('hint.monthly'),
    }),
  ];
}

/** What suppliers have published, to start from: no field of the contract. */
function presetField(
  { name }: ContractForm,
  presets: readonly ContractPreset[],
  onPreset: (preset: ContractPreset) => void,
): JQuery | undefined {
  if (presets.length === 0) return undefined;
  const chosen = presets.find((preset) => preset.name === name);
  const options = presets.map(({ name, card }, i) => ({ value: String(i), text: `${name} · ${card}` }));
  const field = selectField({
    path: 'preset',
    label: contractWord('preset.label'),
    value: chosen ? String(presets.indexOf(chosen)) : '',
    options: [{ value: '', text: contractWord('preset.none') }, ...options],
    ...(chosen && { hint: contractWord('preset.check', { source: chosen.source }) }),
  });
  const select = field.find('select').removeAttr('data-field');
  select.on('change', () => {
    const preset = presets[Number(select.val() || Number.NaN)];
    if (preset) onPreset(preset);
  });
  return field;
}
