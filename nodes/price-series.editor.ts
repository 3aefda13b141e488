import type { EditorRED } from 'node-red';
import { type PickedNode, pickTariffs } from './picker.editor.ts';

declare const RED: EditorRED;

interface PriceSeries extends PickedNode {
  schema: number;
  name: string;
  topic: string;
  config: string;
  version: string;
  resolution: string;
  includeFees: boolean;
  includeVat: boolean;
  asSoonAsPossible: boolean;
  adjustment: string;
  adjustmentRate: string;
  publishAs: string;
}

let save = () => {};

RED.nodes.registerType<PriceSeries>('dayahead-price-series', {
  category: 'dayahead',
  color: '#a6d7a8',
  icon: 'price-series.svg',
  paletteLabel: 'price-series',
  defaults: {
    schema: { value: 1 },
    name: { value: '' },
    topic: { value: '' },
    config: { value: '', type: 'dayahead-config', required: false },
    country: { value: 'DK' },
    postalCode: { value: '' },
    consumption: { value: null },
    feedin: { value: null },
    grid: { value: null },
    version: { value: '', validate: (text) => /^(\d{8}|\$\{.+\})?$/.test(text) },
    resolution: { value: '' },
    includeFees: { value: true },
    includeVat: { value: true },
    asSoonAsPossible: { value: false },
    adjustment: { value: '' },
    adjustmentRate: { value: '', validate: (text) => /^(-?\d*\.?\d+|\$\{.+\})?$/.test(text ?? '') },
    publishAs: { value: 'price' },
  },
  inputs: 1,
  outputs: 2,
  inputLabels: 'selection',
  outputLabels: ['prices', 'price now'],
  label() {
    return this.name || this.consumption?.name || 'price-series';
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
  oneditprepare() {
    save = pickTariffs(this, $('#dayahead-picker'));
  },
  oneditsave() {
    save();
  },
});
