import { round6 } from '../../../src/core/components.ts';
import { priceUnit } from '../../../src/messages/price-text.ts';
import { type Bill, type BillLine, checkBill, isFarOff, shareOf } from '../../../src/pricing/bill-check.ts';
import type { PricePreview } from '../../../src/runtime/editor/price-preview.ts';
import { moneyIn, priceIn } from '../common/amounts.ts';
import { billAmount, typedNumber } from '../common/numbers.ts';
import { language } from '../common/words.ts';
import { button, fieldAt, inlineField, selectField, textField } from './fields.ts';
import { today } from './kept.ts';
import { contractWord } from './words.ts';

/** The numbers of a bill that are to price the network from a day on. */
export interface AdoptedBill extends Pick<Bill, 'vat' | 'monthly' | 'contains'> {
  /** Network charge of a kWh, in the currency. */
  readonly perKwh: number;
  readonly from: string;
}

interface BillOptions {
  /** The prefix of the ids of its fields: the form of a contract and the dialog below it can both show a bill check. */
  readonly path: string;
  /** Whether VAT is in the lines; left out, the user chooses. */
  readonly vat?: () => Bill['vat'];
  /** False where one price holds energy, network and levies. */
  readonly hasNetwork: () => boolean;
  /** False where the site takes no prices of the user's own. */
  readonly canAdopt: () => boolean;
  readonly adopt: (bill: AdoptedBill) => void;
}

export interface BillCheck {
  readonly element: JQuery;
  /** Compares with the figures of a price; nothing while there is none. */
  show(preview: PricePreview | undefined, country: string): void;
}

/** Countries whose bills print their lines without VAT, and add it at the end. */
const NET_LINES: readonly string[] = ['AT', 'CH', 'EE', 'ES', 'FR', 'GB', 'IT', 'PL', 'PT'];

const word = (key: string, values?: Readonly<Record<string, string>>) => contractWord(`bill.${key}`, values);
const keys = ['perKwh', 'monthly', 'total', 'kWh', 'months'] as const;

/** Numbers of a bill beside ours, line by line. They are folded by default. */
export function billCheck({ path, vat, hasNetwork, canAdopt, adopt }: BillOptions): BillCheck {
  const at = (key: string) => `${path}.${key}`;
  const [perKwh, monthly, total] = (['perKwh', 'monthly', 'total'] as const).map((key) =>
    textField({ path: at(key), label: word(key), value: '', unit: ' ' }),
  ) as [JQuery, JQuery, JQuery];
  total
    .find('.dayahead-field')
    .append(
      inlineField(at('kWh'), 'kWh', ''),
      $('<span class="dayahead-unit">').text('kWh ·'),
      inlineField(at('months'), word('months'), '1'),
      $('<span class="dayahead-unit">').text(word('months')),
    );
  const vatField = selectField({
    path: at('vat'),
    label: contractWord('figure.vat'),
    value: 'in',
    options: (['in', 'out'] as const).map((value) => ({ value, text: contractWord(`vat.${value}`) })),
  }).toggle(!vat);
  const containsField = selectField({
    path: at('contains'),
    label: contractWord('figure.includes'),
    value: 'levies',
    options: (['levies', 'network'] as const).map((value) => ({ value, text: contractWord(`contains.${value}`) })),
  });
  const fromField = textField({
    path: at('from'),
    label: contractWord('figure.from'),
    value: today(),
    type: 'date',
    hint: word('before'),
  });
  const take = button('check', word('adopt'), () => {
    const { perKwh, ...bill } = read();
    const line = shown && checkBill({ perKwh, ...bill }, shown.billed).perKwh;
    if (line && isFarOff(line) && doubt.text() === '') doubt.text(word('farOff', { by: shareText(line) }));
    else if (perKwh !== undefined) adopt({ ...bill, perKwh, from: String(fieldAt(element, at('from')).val()) });
  });
  /** A second click on the button adopts a number that is far from ours. */
  const doubt = $('<div class="dayahead-note" role="alert">');
  const element = $('<details class="dayahead-bill">').append(
    $('<summary>').text(word('title')),
    $('<div class="dayahead-note">').text(word('intro')),
    ...[vatField, perKwh, containsField, monthly, total, fromField],
    $('<div class="form-row dayahead-search">').append(take, doubt),
  );
  let shown: PricePreview | undefined;
  let market = '';

  /** The number in a field; nothing where it holds none. */
  function numberAt(key: string): number | undefined {
    const typed = String(fieldAt(element, at(key)).val() ?? '').trim();
    const read = key === 'perKwh' ? Number(typedNumber(typed, language())) : billAmount(typed, language());
    return typed === '' || Number.isNaN(read) ? undefined : read;
  }
  function read(): Bill {
    const { perMajor } = priceUnit(shown?.currency ?? '');
    const [perKwh, ...others] = keys.map(numberAt);
    const [monthly, total, kWh, months] = others;
    const chosen = vat?.() ?? (String(fieldAt(element, at('vat')).val()) as Bill['vat']);
    const contains = String(fieldAt(element, at('contains')).val()) as NonNullable<Bill['contains']>;
    const price = perKwh === undefined ? undefined : perKwh / perMajor;
    return { vat: chosen, contains, perKwh: price, monthly, total, kWh, months };
  }
  function compare(): void {
    element.toggle(shown?.consumption !== undefined);
    doubt.text('');
    if (!shown) return;
    const { currency, billed, tariff } = shown;
    const { name } = priceUnit(currency);
    const price = priceIn(currency, language(), 2);
    const money = moneyIn(currency);
    const bill = read();
    const lines = checkBill(bill, billed);
    const lineVat = contractWord(`vat.${bill.vat}`);
    show(perKwh, lines.perKwh, (amount) => `${price(amount)} ${name}`, lineVat);
    show(monthly, lines.monthly, money, lineVat);
    show(total, bill.kWh === undefined ? undefined : lines.total, money, contractWord('vat.in'));
    if (lines.total && tariff.consumption?.type === 'dynamic')
      total
        .find('.dayahead-note')
        .first()
        .append(` ${word('exchange')}`);
    perKwh.add(containsField).toggle(hasNetwork());
    perKwh.find('.dayahead-unit').text(`${name}/kWh`);
    monthly.find('.dayahead-unit').text(currency);
    total.find('.dayahead-unit').first().text(`${currency} ·`);
    for (const key of keys) showFault(key);
    fromField.add(take).toggle(canAdopt() && hasNetwork());
    take.prop('disabled', bill.perKwh === undefined || !fieldAt(element, at('from')).val());
  }
  function show(row: JQuery, line: BillLine | undefined, text: (amount: number) => string, vatText: string): void {
    const note = row.find('.dayahead-note').first();
    note.toggleClass('dayahead-differs', line?.differs === true).text(line ? lineText(line, text, vatText) : '');
  }
  function showFault(key: string): void {
    const field = fieldAt(element, at(key));
    const typed = String(field.val() ?? '').trim();
    const isWrong = typed !== '' && numberAt(key) === undefined;
    field.toggleClass('input-error', isWrong).attr('aria-invalid', String(isWrong));
    if (isWrong)
      field.closest('.form-row').find('.dayahead-note').first().text(contractWord('problem.figure', { typed }));
  }

  element.on('input change', compare);
  return {
    element: element.hide(),
    show(preview, country) {
      shown = preview;
      if (country !== market) fieldAt(element, at('vat')).val(NET_LINES.includes(country) ? 'out' : 'in');
      market = country;
      compare();
    },
  };
}

/** A line beside ours: both the same, or by how much they differ. */
function lineText(line: BillLine, text: (amount: number) => string, vat: string): string {
  const { billed, ours, differs } = line;
  if (ours === undefined) return word('unknown');
  const share = ours === 0 ? text(billed) : shareText(line);
  const by = differs && ours !== 0 ? `${share}, ${text(Math.abs(billed - ours))}` : share;
  return word(differs ? 'differs' : 'agrees', { ours: `${text(ours)}, ${vat}`, by });
}

const shareText = (line: BillLine): string =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(
    shareOf(line) ?? 0,
  );

/** An amount in the currency as a field of a contract in `unit` holds it. */
export function contractAmount(amount: number, currency: string, unit: 'hundredth' | 'major'): string {
  return String(round6(unit === 'hundredth' ? amount * priceUnit(currency).perMajor : amount));
}
