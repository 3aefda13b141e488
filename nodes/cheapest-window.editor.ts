import type { EditorRED } from 'node-red';
import { isClock, readWeek } from '../src/messages/week.ts';

declare const RED: EditorRED;

const fields = [
  'shape',
  'direction',
  'minutes',
  'energyKwh',
  'powerKw',
  'targetSoc',
  'batteryKwh',
  'earliest',
  'readyBy',
  'minOnMinutes',
  'minOffMinutes',
  'maxOffMinutes',
  'maxStarts',
  'preconditionMinutes',
  'prefer',
  'maxPrice',
  'maxPriceRule',
  'alsoBelowPrice',
  'whenUnknown',
  'onFailure',
] as const;
type Field = (typeof fields)[number];
/** Everything that the dialog holds is text. */
type Fields = Readonly<Record<Field, string>>;

interface CheapestWindow extends Fields {
  schema: number;
  name: string;
  topic: string;
  config: string;
  payloadOn: string;
  payloadOnType: string;
  payloadOff: string;
  payloadOffType: string;
}

const needs = {
  minutes: ['minutes'],
  energy: ['energyKwh'],
  battery: ['targetSoc', 'batteryKwh'],
} as const;
const split = ['minOnMinutes', 'minOffMinutes', 'maxOffMinutes', 'maxStarts', 'alsoBelowPrice'] as const;

const input = (field: Field) => $<HTMLInputElement>(`#node-input-${field}`);
const need = () => $<HTMLSelectElement>('#dayahead-window-need');
const textOf = (field: Field) => String(input(field).val() ?? '');

/** Which fields matter beside what the others say. */
function shown(): Readonly<Partial<Record<Field, boolean>>> {
  const entries = [
    ...Object.entries(needs).flatMap(([name, own]) => own.map((field) => [field, need().val() === name])),
    ...split.map((field) => [field, textOf('shape') === 'split']),
    ['preconditionMinutes', textOf('shape') === 'split' && textOf('readyBy') !== ''],
    ['maxPriceRule', textOf('maxPrice') !== ''],
    ['whenUnknown', textOf('readyBy') !== ''],
    ['onFailure', textOf('readyBy') !== ''],
  ];
  return Object.fromEntries(entries);
}

function show(): void {
  for (const [field, is] of Object.entries(shown())) $(`#node-input-${field}`).closest('.form-row').toggle(is);
}

/** What is not shown is left at its default: empty, or the first of its choices. */
function clearHidden(): void {
  for (const [field, is] of Object.entries(shown())) {
    if (is) continue;
    const hidden = $(`#node-input-${field}`);
    hidden.val(hidden.find('option').first().val() ?? '');
  }
}

/** A field of the open dialog, else of the node. */
const present = (node: Fields, field: Field) => String(input(field).val() ?? node[field] ?? '');

const number = (test: (value: number) => boolean) => (text: string | number | undefined) =>
  (text ?? '') === '' || (String(text).trim() !== '' && test(Number(text)));
const whole = (least: number) => number((value) => Number.isInteger(value) && value >= least);
const any = number(Number.isFinite);
const atLeastZero = number((value) => value >= 0 && Number.isFinite(value));
const positive = number((value) => value > 0 && Number.isFinite(value));
const percent = number((value) => value >= 0 && value <= 100);

RED.nodes.registerType<CheapestWindow>('dayahead-cheapest-window', {
  category: 'dayahead',
  color: '#a6d7a8',
  icon: 'cheapest-window.svg',
  paletteLabel: 'cheapest-window',
  defaults: {
    schema: { value: 1 },
    name: { value: '' },
    topic: { value: '' },
    config: { value: '', type: 'dayahead-config', required: false },
    shape: { value: 'contiguous' },
    direction: { value: 'cheapest' },
    minutes: { value: '120', validate: whole(0) },
    energyKwh: { value: '', validate: atLeastZero },
    powerKw: {
      value: '',
      validate(text) {
        const needed = present(this, 'energyKwh') !== '' || present(this, 'batteryKwh') !== '';
        return text ? positive(text) : !needed;
      },
    },
    targetSoc: {
      value: '',
      validate(text) {
        return text ? percent(text) : present(this, 'batteryKwh') === '';
      },
    },
    batteryKwh: {
      value: '',
      validate(text) {
        return text ? positive(text) : present(this, 'targetSoc') === '';
      },
    },
    earliest: { value: '', validate: (text) => !text || isClock(text) },
    readyBy: { value: '', validate: (text) => !text || readWeek(text) !== undefined },
    minOnMinutes: { value: '', validate: whole(0) },
    minOffMinutes: { value: '', validate: whole(0) },
    maxOffMinutes: {
      value: '',
      validate(text) {
        return whole(Math.max(1, Number(present(this, 'minOffMinutes')) || 0))(text);
      },
    },
    maxStarts: { value: '', validate: whole(1) },
    preconditionMinutes: { value: '', validate: whole(0) },
    prefer: { value: 'earliest' },
    maxPrice: { value: '', validate: any },
    maxPriceRule: { value: 'interval' },
    alsoBelowPrice: { value: '', validate: any },
    whenUnknown: { value: '' },
    onFailure: { value: 'run' },
    payloadOn: { value: 'true' },
    payloadOnType: { value: 'bool' },
    payloadOff: { value: 'false' },
    payloadOffType: { value: 'bool' },
  },
  inputs: 1,
  outputs: 2,
  inputLabels: 'prices or demand',
  outputLabels: ['switch', 'plan'],
  label() {
    return this.name || 'cheapest-window';
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
  oneditprepare() {
    need().val(this.energyKwh ? 'energy' : this.batteryKwh ? 'battery' : 'minutes');
    need().add('#node-input-shape, #node-input-readyBy, #node-input-maxPrice').on('input change', show);
    for (const value of ['payloadOn', 'payloadOff'] as const) {
      $(`#node-input-${value}`).typedInput({
        types: ['bool', 'str', 'num'],
        typeField: `#node-input-${value}Type`,
      });
    }
    show();
  },
  oneditsave: clearHidden,
});
