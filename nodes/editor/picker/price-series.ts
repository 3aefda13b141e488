import type { EditorRED } from 'node-red';
import { concessionFees } from '../../../src/core/market/germany.ts';
import { showChosen, validator } from '../common/dialog.ts';
import { shownNumber, typedNumber } from '../common/numbers.ts';
import { freeName, proposeSite, siteId, takesCountry } from '../common/site.ts';
import { language, wordsOf } from '../common/words.ts';
import { countryDefault, pickHousehold } from './household.ts';
import { COUNTRY_CHOSEN, FEES_KNOWN, type PickedNode } from './picker.ts';
import { isDay } from './version.ts';
import { pickerWord } from './words.ts';

declare const RED: EditorRED;

interface PriceSeries extends PickedNode {
  schema: number;
  name: string;
  topic: string;
  config?: string | undefined;
  resolution: string;
  includeFees: boolean;
  includeVat: boolean;
  asSoonAsPossible: boolean;
  adjustment: string;
  adjustmentRate: string;
  publishAs: string;
}

let save = () => {};

const ownWord = wordsOf('price-series');

const keptRate = (text: string) => typedNumber(text, language());
const isRate = (text: string) => /^(-?\d*\.?\d+)?$/.test(keptRate(text));
const rate = () => $('#node-input-adjustmentRate');

/** The dialog's terms of the price, beside the contract. */
const terms = () => ({
  adjustmentRate: keptRate(String(rate().val() ?? '')),
  ...Object.fromEntries(['resolution', 'adjustment'].map((name) => [name, $(`#node-input-${name}`).val()])),
  ...Object.fromEntries(['includeFees', 'includeVat'].map((name) => [name, $(`#node-input-${name}`).prop('checked')])),
});

RED.nodes.registerType<PriceSeries>('dayahead-price-series', {
  category: 'dayahead',
  color: '#a6d7a8',
  icon: 'price-series.svg',
  paletteLabel: 'price-series',
  defaults: {
    schema: { value: 2 },
    name: { value: '' },
    topic: { value: '' },
    config: { value: undefined, type: 'dayahead-config', required: false },
    country: countryDefault,
    postalCode: { value: '' },
    consumption: { value: null },
    feedin: { value: null },
    grid: { value: null },
    version: { value: '', validate: validator(isDay, () => pickerWord('dayAllowed')) },
    resolution: { value: '' },
    includeFees: { value: true },
    includeVat: { value: true },
    asSoonAsPossible: { value: false },
    adjustment: { value: '' },
    adjustmentRate: { value: '', validate: validator(isRate, () => ownWord('allowed.adjustmentRate')) },
    publishAs: { value: 'price' },
  },
  inputs: 1,
  outputs: 2,
  inputLabels: () => ownWord('port.selection'),
  outputLabels: (output) => ownWord(`port.${['prices', 'now'][output]}`),
  label() {
    return this.name || this.consumption?.name || 'price-series';
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
  onadd() {
    if (!RED.nodes.node(this.id)) this.publishAs = freeName(this);
    takesCountry.onadd.call(this);
  },
  oneditprepare() {
    proposeSite(this);
    if (this.config === undefined) proposeName(this.id);
    rate().val(shownNumber(this.adjustmentRate ?? '', language()));
    offerConcessionFees();
    offerAdjustments();
    save = pickHousehold(this, $('#dayahead-picker'), () => ({ ...terms(), schema: this.schema }));
  },
  oneditsave() {
    rate().val(terms().adjustmentRate);
    save();
  },
});

/** Proposes another name where another site is chosen, until the user types one. */
function proposeName(id: string): void {
  const name = $('#node-input-publishAs');
  let proposed = name.val();
  $('#node-input-config').on('change', () => {
    if (name.val() !== proposed) return;
    proposed = freeName({ id, config: siteId() });
    name.val(proposed);
  });
}

/** Each belongs to a country, and where one is chosen, what it is told is asked for by its own name. */
function offerAdjustments(): void {
  const select = $('#node-input-adjustment');
  const name = () => {
    const kind = String(select.val() ?? '');
    // The bill of the month needs no rate.
    $('#dayahead-rate-label').text(kind && kind !== 'bill' ? ownWord(`label.adjustmentRate.${kind}`) : '');
  };
  select.on('change', name);
  name();
  showChosen(select, 'adjustment');
  const options = select.find('option');
  let [country, changesFees] = ['', true];
  function offer(): void {
    const isOffered = (kind: string) =>
      kind === '' ||
      (kind === 'bill' && BILLED.has(country)) ||
      (kind.startsWith(`${country.toLowerCase()}-`) && (changesFees || kind !== CONCESSION_FEE));
    const isGerman = country === 'DE';
    $('#dayahead-adjustment-label').text(ownWord(`label.${isGerman ? 'concessionFee' : 'adjustment'}`));
    // The lowest fee is in the price of a household that chooses nothing.
    options.filter("[value='']").text(ownWord(isGerman ? 'concessionFee.0' : 'adjustment.none'));
    const own = options.filter((_, { value }) => isOffered(value));
    const chosen = String(select.val());
    select.empty().append(own).val(chosen);
    if (select.val() !== chosen) select.val('').trigger('change');
    select.closest('.form-row').toggle(own.length > 1);
  }
  $('#dayahead-picker')
    .on(COUNTRY_CHOSEN, (_event, code: string) => {
      country = code;
      offer();
    })
    .on(FEES_KNOWN, (_event, isChanged: boolean) => {
      changesFees = isChanged;
      offer();
    });
}

const CONCESSION_FEE = 'de-concession-fee';

/** Countries where the price of one more kWh depends on the kWh of the month. */
const BILLED: ReadonlySet<string> = new Set(['BE', 'IT', 'NL', 'NO']);

/** The rate of this adjustment is chosen by the size of the municipality; the lowest is in the price without it. */
function offerConcessionFees(): void {
  const classes = $('#dayahead-concession-fee').append(
    ...concessionFees.flatMap((fee, i) =>
      fee > concessionFees[0] || keptRate(String(rate().val() ?? '')) === String(fee)
        ? $('<option>')
            .val(String(fee))
            .text(ownWord(`concessionFee.${i}`))
        : [],
    ),
  );
  const read = () => classes.val(keptRate(String(rate().val() ?? '')));
  const write = () => rate().val(shownNumber(String(classes.val() ?? ''), language()));
  read();
  classes.on('change', write);
  $('#node-input-adjustment').on('change', ({ target }) => {
    if ($(target).val() !== CONCESSION_FEE) return;
    read();
    if (classes.val() === null) classes.val(String(concessionFees[1]));
    write();
  });
}
