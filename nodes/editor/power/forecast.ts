import type { EditorRED } from 'node-red';
import { validator } from '../common/dialog.ts';
import { wordsOf } from '../common/words.ts';

declare const RED: EditorRED;

interface Forecast {
  schema: number;
  name: string;
  topic: string;
  config: string;
  kind: string;
  peakKw: string;
}

const word = wordsOf('forecast');
const isPeak = (text: string) => text === '' || Number(text) > 0;

RED.nodes.registerType<Forecast>('dayahead-forecast', {
  category: 'dayahead',
  color: '#a6d7a8',
  icon: 'forecast.svg',
  paletteLabel: 'forecast',
  defaults: {
    schema: { value: 1 },
    name: { value: '' },
    topic: { value: '' },
    config: { value: '', type: 'dayahead-config' },
    kind: { value: 'production' },
    peakKw: { value: '', validate: validator(isPeak, () => word('wrong.peakKw')) },
  },
  inputs: 1,
  outputs: 1,
  inputLabels: () => word('port.input'),
  outputLabels: () => word('port.output'),
  label() {
    return this.name || 'forecast';
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
});
