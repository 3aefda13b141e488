import type { EditorRED } from 'node-red';
import type { BatteryPreview } from '../../../src/runtime/editor/battery-preview.ts';
import { moneyIn } from '../common/amounts.ts';
import { post } from '../common/ask.ts';
import { validator } from '../common/dialog.ts';
import { priceNodesOf, typedCurrency } from '../common/home.ts';
import { typedNumber } from '../common/numbers.ts';
import { secondsOf, timesIn } from '../common/times.ts';
import { wordsOf } from '../common/words.ts';
import { previewIn } from './preview.ts';

declare const RED: EditorRED;

interface Battery {
  schema: number;
  name: string;
  topic: string;
  config: string;
  capacityKwh: string;
  reserveSoc: string;
  chargeKw: string;
  dischargeKw: string;
  efficiency: string;
  wearPerKwh: string;
  fromGrid: boolean;
  toGrid: boolean;
}

const word = wordsOf('battery');
const isPositive = (value: number) => value > 0;
const isAtLeast0 = (value: number) => value >= 0;

const numbers = ['capacityKwh', 'reserveSoc', 'chargeKw', 'dischargeKw', 'efficiency', 'wearPerKwh'] as const;
type NumberField = (typeof numbers)[number];

/** What each number may be, and the words that say so. */
const rules: Record<NumberField, { wrong: string; test: (value: number) => boolean; mayBeEmpty: boolean }> = {
  capacityKwh: { wrong: 'positive', test: isPositive, mayBeEmpty: false },
  reserveSoc: { wrong: 'percent', test: (value) => value >= 0 && value <= 100, mayBeEmpty: true },
  chargeKw: { wrong: 'positive', test: isPositive, mayBeEmpty: false },
  dischargeKw: { wrong: 'amount', test: isAtLeast0, mayBeEmpty: false },
  efficiency: { wrong: 'efficiency', test: (value) => value > 0 && value <= 100, mayBeEmpty: true },
  wearPerKwh: { wrong: 'amount', test: isAtLeast0, mayBeEmpty: true },
};

function isGood(field: NumberField, text: string): boolean {
  const { test, mayBeEmpty } = rules[field];
  const kept = typedNumber(text);
  return kept === '' ? mayBeEmpty : Number.isFinite(Number(kept)) && test(Number(kept));
}
const number = (field: NumberField) =>
  validator(
    (text) => isGood(field, text),
    () => word(`wrong.${rules[field].wrong}`),
  );

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
    config: { value: '', type: 'dayahead-config' },
    capacityKwh: { value: '10', validate: number('capacityKwh') },
    reserveSoc: { value: '10', validate: number('reserveSoc') },
    chargeKw: { value: '5', validate: number('chargeKw') },
    dischargeKw: { value: '5', validate: number('dischargeKw') },
    efficiency: { value: '90', validate: number('efficiency') },
    wearPerKwh: { value: '0.03', validate: number('wearPerKwh') },
    fromGrid: { value: true },
    toGrid: { value: false },
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
  oneditprepare() {
    const currency = typedCurrency(priceNodesOf(this.id));
    if (currency) $('.dayahead-unit[for="node-input-wearPerKwh"]').text(word('unit.wearIn', { currency }));
    preview.open(() => ask(this.id), shown);
  },
  oneditcancel: preview.close,
  oneditsave() {
    preview.close();
    for (const field of numbers) {
      const input = $(`#node-input-${field}`);
      input.val(typedNumber(String(input.val() ?? '')));
    }
  },
});

const typedIn = (field: string) => String($(`#node-input-${field}`).val() ?? '');

function ask(id: string): Promise<BatteryPreview> | string {
  if (!numbers.every((field) => isGood(field, typedIn(field)))) return word('preview.invalid');
  const settings = {
    ...Object.fromEntries(numbers.map((field) => [field, typedNumber(typedIn(field))])),
    fromGrid: $('#node-input-fromGrid').is(':checked'),
    toGrid: $('#node-input-toGrid').is(':checked'),
  };
  return post('battery', { prices: priceNodesOf(id), battery: id, config: typedIn('config'), settings });
}

function shown({ now, source, series, soc, isAssumed, saving, until, power, stored, capacityKwh }: BatteryPreview) {
  const { at } = timesIn(series.timeZone, secondsOf(now));
  const said = [
    word('preview.saving', { saving: moneyIn(series.currency)(saving ?? 0), time: at(until) }),
    word(isAssumed ? 'preview.assumed' : 'preview.soc', { soc: String(Math.round(soc)) }),
    ...(source === null ? [] : [word('preview.source', { source })]),
  ];
  const curves = [
    { ...power, name: word('preview.power'), part: 'power', unit: 'kW' },
    { ...stored, name: word('preview.stored'), part: 'stored', unit: 'kWh', most: capacityKwh },
  ] as const;
  return { text: said.join(' · '), data: { ...series, now, devices: [], curves } };
}
