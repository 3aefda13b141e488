import type { EditorRED } from 'node-red';
import { validator } from '../common/dialog.ts';
import { proposeSite, takesCountry } from '../common/site.ts';
import { wordsOf } from '../common/words.ts';
import { countryDefault, pickHousehold } from './household.ts';
import type { PickedNode } from './picker.ts';
import { isDay } from './version.ts';
import { pickerWord } from './words.ts';

declare const RED: EditorRED;

interface TariffSelect extends PickedNode {
  name: string;
  topic: string;
}

let save = () => {};

const ownWord = wordsOf('tariff-select');

RED.nodes.registerType<TariffSelect & { schema: number; config?: string | undefined }>('dayahead-tariff-select', {
  category: 'dayahead',
  color: '#a6d7a8',
  icon: 'tariff-select.svg',
  paletteLabel: 'tariff-select',
  defaults: {
    schema: { value: 1 },
    name: { value: '' },
    topic: { value: '' },
    config: { value: undefined, type: 'dayahead-config', required: false },
    country: countryDefault,
    postalCode: { value: '' },
    consumption: { value: null },
    feedin: { value: null },
    grid: { value: null },
    version: { value: '', validate: validator(isDay, () => pickerWord('dayAllowed')) },
  },
  inputs: 1,
  outputs: 1,
  inputLabels: () => ownWord('port.changes'),
  outputLabels: () => ownWord('port.selection'),
  label() {
    return this.name || this.consumption?.name || 'tariff-select';
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
  ...takesCountry,
  oneditprepare() {
    proposeSite(this);
    save = pickHousehold(this, $('#dayahead-picker'));
  },
  oneditsave() {
    save();
  },
});
