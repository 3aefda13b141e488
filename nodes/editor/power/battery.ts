import type { EditorRED } from 'node-red';
import { readWeek } from '../../../src/messages/demand/week.ts';
import type { BatteryPreview } from '../../../src/runtime/editor/battery-preview.ts';
import { moneyIn } from '../common/amounts.ts';
import { post } from '../common/ask.ts';
import { showChosen, validator } from '../common/dialog.ts';
import { priceNodesOf, typedCurrency } from '../common/home.ts';
import { shownNumber, typedNumber } from '../common/numbers.ts';
import { shownTimes, typedTimes } from '../common/quantities.ts';
import { proposeSite, takesFirstSite } from '../common/site.ts';
import { secondsOf, timesIn } from '../common/times.ts';
import { language, wordsOf } from '../common/words.ts';
import { previewIn } from './preview.ts';

declare const RED: EditorRED;

interface Battery {
  schema: number;
  name: string;
  topic: string;
  config?: string | undefined;
  capacityKwh: string;
  reserveSoc: string;
  chargeKw: string;
  dischargeKw: string;
  efficiency: string;
  wearPerKwh: string;
  fromGrid: boolean;
  toGrid: boolean;
  kind: string;
  phases: string;
  minAmps: string;
  maxAmps: string;
  targetSoc: string;
  energyKwh: string;
  readyBy: string;
}

const word = wordsOf('battery');
const isPositive = (value: number) => value > 0;
const isAtLeast0 = (value: number) => value >= 0;

const ofBatteries = ['capacityKwh', 'reserveSoc', 'chargeKw', 'dischargeKw', 'efficiency', 'wearPerKwh'] as const;
const ofCars = ['capacityKwh', 'efficiency', 'minAmps', 'maxAmps', 'targetSoc', 'energyKwh'] as const;
type NumberField = (typeof ofBatteries | typeof ofCars)[number];
const isPercent = (value: number) => value >= 0 && value <= 100;
/** A charging cable has no less than 6 A. */
const isCurrent = (value: number) => Number.isInteger(value) && value >= 6 && value <= 80;

/** What each number may be, and the words that say so. */
const rules: Record<NumberField, { wrong: string; test: (value: number) => boolean; mayBeEmpty: boolean }> = {
  capacityKwh: { wrong: 'positive', test: isPositive, mayBeEmpty: false },
  reserveSoc: { wrong: 'percent', test: isPercent, mayBeEmpty: true },
  chargeKw: { wrong: 'positive', test: isPositive, mayBeEmpty: false },
  dischargeKw: { wrong: 'amount', test: isAtLeast0, mayBeEmpty: false },
  efficiency: { wrong: 'efficiency', test: (value) => value >= 1 && value <= 100, mayBeEmpty: true },
  wearPerKwh: { wrong: 'amount', test: isAtLeast0, mayBeEmpty: true },
  minAmps: { wrong: 'amps', test: isCurrent, mayBeEmpty: true },
  maxAmps: { wrong: 'amps', test: isCurrent, mayBeEmpty: true },
  targetSoc: { wrong: 'percent', test: isPercent, mayBeEmpty: true },
  energyKwh: { wrong: 'amount', test: isAtLeast0, mayBeEmpty: true },
};

function isGood(field: NumberField, text: string): boolean {
  const { test, mayBeEmpty } = rules[field];
  const kept = typedNumber(text, language(), field);
  return kept === '' ? mayBeEmpty : Number.isFinite(Number(kept)) && test(Number(kept));
}
const number = (field: NumberField) =>
  validator(
    (text) => isGood(field, text),
    () => word(`wrong.${rules[field].wrong}`),
  );

const isWeek = (text: string) => text === '' || readWeek(typedTimes(text, language())) !== undefined;

const preview = previewIn('dayahead-battery');

RED.nodes.registerType<Battery>('dayahead-battery', {
  category: 'dayahead',
  color: '#a6d7a8',
  icon: 'battery.svg',
  paletteLabel: 'battery',
  defaults: {
    schema: { value: 1 },
    name: { value: '' },
    topic: { value: '' },
    config: { value: undefined, type: 'dayahead-config' },
    capacityKwh: { value: '10', validate: number('capacityKwh') },
    reserveSoc: { value: '10', validate: number('reserveSoc') },
    chargeKw: { value: '5', validate: number('chargeKw') },
    dischargeKw: { value: '5', validate: number('dischargeKw') },
    efficiency: { value: '90', validate: number('efficiency') },
    wearPerKwh: { value: '0.03', validate: number('wearPerKwh') },
    fromGrid: { value: true },
    toGrid: { value: false },
    kind: { value: '' },
    phases: { value: '3' },
    minAmps: { value: '6', validate: number('minAmps') },
    maxAmps: { value: '16', validate: number('maxAmps') },
    targetSoc: { value: '80', validate: number('targetSoc') },
    energyKwh: { value: '', validate: number('energyKwh') },
    readyBy: {
      value: '07:00',
      validate: validator(isWeek, () => word('wrong.times')),
    },
  },
  inputs: 1,
  outputs: 2,
  inputLabels: () => word('port.input'),
  outputLabels: (output) => word(`port.${['mode', 'plan'][output]}`),
  label() {
    return this.name || 'battery';
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
  ...takesFirstSite,
  oneditprepare() {
    proposeSite(this);
    const prices = priceNodesOf(this.id);
    const currency = typedCurrency(prices);
    if (currency) $('.dayahead-unit[for="node-input-wearPerKwh"]').text(word('unit.wearIn', { currency }));
    const readyBy = $('#node-input-readyBy');
    readyBy.val(shownTimes(String(readyBy.val() ?? ''), language()));
    for (const field of [...ofBatteries, ...ofCars])
      $(`#node-input-${field}`).val(shownNumber(typedIn(field), language()));
    // One of before there were cars has none yet.
    if (!$('#node-input-phases').val()) $('#node-input-phases').val('3');
    showChosen($('#node-input-kind'), 'kind');
    preview.open(() => ask(this.id, prices), shown);
  },
  oneditcancel: preview.close,
  oneditsave() {
    preview.close();
    for (const field of [...ofBatteries, ...ofCars]) $(`#node-input-${field}`).val(keptIn(field));
    $('#node-input-readyBy').val(typedTimes(typedIn('readyBy'), language()));
  },
});

const typedIn = (field: string) => String($(`#node-input-${field}`).val() ?? '');
const keptIn = (field: NumberField) => typedNumber(typedIn(field), language(), field);

function ask(id: string, prices: readonly string[]): Promise<BatteryPreview> | string {
  const isCar = typedIn('kind') === 'car';
  const numbers = isCar ? ofCars : ofBatteries;
  if (!numbers.every((field) => isGood(field, typedIn(field))) || !isWeek(typedIn('readyBy')))
    return word('preview.invalid');
  const settings = {
    ...Object.fromEntries(numbers.map((field) => [field, keptIn(field)])),
    ...{ kind: typedIn('kind'), phases: typedIn('phases'), readyBy: typedTimes(typedIn('readyBy'), language()) },
    fromGrid: $('#node-input-fromGrid').is(':checked'),
    toGrid: $('#node-input-toGrid').is(':checked'),
  };
  return post('battery', { prices, battery: id, config: typedIn('config'), settings });
}

function shown({ now, source, series, soc, isAssumed, saving, until, power, stored, capacityKwh }: BatteryPreview) {
  const { at } = timesIn(series.timeZone, secondsOf(now));
  const ofKind = typedIn('kind') === 'car' ? 'Car' : '';
  const said = [
    word(`preview.saving${ofKind}`, { saving: moneyIn(series.currency)(saving ?? 0), time: at(until) }),
    word(isAssumed ? 'preview.assumed' : 'preview.soc', { soc: String(Math.round(soc)) }),
    ...(source === null ? [] : [word('preview.source', { source })]),
  ];
  const curves = [
    { ...power, name: word(`preview.power${ofKind}`), part: 'power', unit: 'kW' },
    { ...stored, name: word('preview.stored'), part: 'stored', unit: 'kWh', most: capacityKwh },
  ] as const;
  return { text: said.join(' · '), data: { ...series, now, devices: [], curves } };
}
