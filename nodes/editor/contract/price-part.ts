import type { ContractForm } from '../../../src/service/contracts/typed-contract.ts';
import { button, inlineField, type Option, selectField, textField } from './fields.ts';
import { contractWord } from './words.ts';

/** The part of a contract that a price is typed into: of energy, of the network, of a feed-in. */
export type PartName = 'energy' | 'network' | 'feedin';
export const parts: readonly PartName[] = ['energy', 'network', 'feedin'];
export type Part = ContractForm[PartName];
export type PartOf<Kind extends Part['kind']> = Extract<Part, { readonly kind: Kind }>;
type Row = PartOf<'clock'>['rows'][number];

export interface PartOptions {
  /** The unit of the figures: `ct/kWh`. */
  readonly unit: string;
  readonly zones: readonly string[];
}

const kinds: Readonly<Record<PartName, readonly Part['kind'][]>> = {
  energy: ['exchange', 'fixed', 'clock', 'none'],
  network: ['address', 'listed', 'fixed', 'clock'],
  feedin: ['none', 'fixed', 'exchange', 'clock'],
};

/** A part of that kind before anything is typed into it. */
export function blankPart(kind: Part['kind'], [zone = '', other]: readonly string[]): Part {
  switch (kind) {
    case 'exchange':
      return { kind, zone: other ? '' : zone, factor: '1', margin: '', settlement: '900' };
    case 'fixed':
      return { kind, price: '' };
    case 'clock':
      return { kind, rows: [{ days: 'all', from: '22:00', to: '06:00', price: '' }], otherwise: '' };
    case 'listed':
      return { kind, tariff: '' };
    default:
      return { kind };
  }
}

/** The choice of a kind; its fields follow. */
export const kindField = (name: PartName, { kind }: Part): JQuery =>
  selectField({
    path: `${name}.kind`,
    label: contractWord('kind.label'),
    value: kind,
    options: kinds[name].map((value) => ({ value, text: contractWord(`kind.${name}.${value}`) })),
  });

/** The fields of a part whose figures are typed. */
export function partFields(name: PartName, part: Part, options: PartOptions): JQuery[] {
  switch (part.kind) {
    case 'exchange':
      return exchangeFields(name, part, options);
    case 'fixed':
      return [figure(`${name}.price`, 'price', part.price, options.unit)];
    case 'clock':
      return clockFields(name, part, options);
    default:
      return [];
  }
}

const figure = (path: string, key: string, value: string | undefined, unit?: string, hint?: string) =>
  textField({ path, label: contractWord(`figure.${key}`), value, ...(unit && { unit }), ...(hint && { hint }) });

function exchangeFields(name: PartName, part: PartOf<'exchange'>, { unit, zones }: PartOptions): JQuery[] {
  const { zone, factor, margin, cap, floor, settlement } = part;
  const listed = [...(zones.length > 1 ? [''] : []), ...zones].map((value) => ({ value, text: value }));
  const lengths: Option[] = ['900', '1800', '3600'].map((value) => ({
    value,
    text: contractWord(`settlement.${value}`),
  }));
  return [
    selectField({ path: `${name}.zone`, label: contractWord('figure.zone'), value: zone, options: listed }),
    figure(`${name}.factor`, 'factor', factor, '×', contractWord('hint.factor')),
    figure(`${name}.margin`, 'margin', margin, unit, contractWord('hint.margin')),
    figure(`${name}.cap`, 'cap', cap, unit),
    figure(`${name}.floor`, 'floor', floor, unit),
    selectField({
      path: `${name}.settlement`,
      label: contractWord('figure.settlement'),
      value: settlement,
      options: lengths,
    }),
  ];
}

const sets = ['all', '12345', '67', 'working', 'rest', '123456', '1', '2', '3', '4', '5', '6', '7'];

/** Rows of days, times and a price, and the price at all other times. */
function clockFields(name: PartName, { rows, otherwise }: PartOf<'clock'>, { unit }: PartOptions): JQuery[] {
  const days = (row: Row): Option[] =>
    [...new Set([row.days, ...sets])].map((value) => ({
      value,
      text: sets.includes(value) ? contractWord(`days.${value}`) : value,
    }));
  const lines = rows.map((row, i) => {
    const path = `${name}.rows.${i}`;
    const remove = button('times', '', () => undefined).attr({
      'data-remove': path,
      'aria-label': contractWord('clock.remove'),
      title: contractWord('clock.remove'),
    });
    const group = { role: 'group', 'aria-label': contractWord('clock.row', { n: i + 1 }) };
    return $('<div class="dayahead-contract-row">')
      .attr(group)
      .append(
        inlineField(`${path}.days`, contractWord('clock.days'), row.days, days(row)),
        inlineField(`${path}.from`, contractWord('clock.from'), row.from),
        $('<span aria-hidden="true">').text('–'),
        inlineField(`${path}.to`, contractWord('clock.to'), row.to),
        inlineField(`${path}.price`, contractWord('figure.price'), row.price),
        $('<span class="dayahead-unit">').text(unit),
        ...(rows.length > 1 ? [remove] : []),
        $('<div class="dayahead-note dayahead-fault" role="status">'),
      );
  });
  const add = button('plus', contractWord('clock.add'), () => undefined).attr('data-add', name);
  return [
    ...lines,
    $('<div class="form-row dayahead-search">').append(add),
    figure(`${name}.otherwise`, 'otherwise', otherwise, unit),
  ];
}
