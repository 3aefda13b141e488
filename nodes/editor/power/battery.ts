import type { EditorRED } from 'node-red';
import { validator } from '../common/dialog.ts';
import { priceNodesOf, typedCurrency } from '../common/home.ts';
import { typedNumber } from '../common/numbers.ts';
import { wordsOf } from '../common/words.ts';

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
const number = (key: string, test: (value: number) => boolean, mayBeEmpty = false) =>
  validator(
    (text) => {
      const kept = typedNumber(text);
      return kept === '' ? mayBeEmpty : Number.isFinite(Number(kept)) && test(Number(kept));
    },
    () => word(`wrong.${key}`),
  );
const isPositive = (value: number) => value > 0;
const isAtLeast0 = (value: number) => value >= 0;

const numbers = ['capacityKwh', 'reserveSoc', 'chargeKw', 'dischargeKw', 'efficiency', 'wearPerKwh'] as const;

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
    capacityKwh: { value: '10', validate: number('positive', isPositive) },
    reserveSoc: { value: '10', validate: number('percent', (value) => value >= 0 && value <= 100, true) },
    chargeKw: { value: '5', validate: number('positive', isPositive) },
    dischargeKw: { value: '5', validate: number('amount', isAtLeast0) },
    efficiency: { value: '90', validate: number('efficiency', (value) => value > 0 && value <= 100, true) },
    wearPerKwh: { value: '0.03', validate: number('amount', isAtLeast0, true) },
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
  },
  oneditsave() {
    for (const field of numbers) {
      const input = $(`#node-input-${field}`);
      input.val(typedNumber(String(input.val() ?? '')));
    }
  },
});
