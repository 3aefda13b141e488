import type { EditorRED } from 'node-red';
import type { PowerPreview } from '../../../src/runtime/editor/power-preview.ts';
import { energyText } from '../common/amounts.ts';
import { post } from '../common/ask.ts';
import { validator } from '../common/dialog.ts';
import { shownNumber, typedNumber } from '../common/numbers.ts';
import { proposeSite, takesFirstSite } from '../common/site.ts';
import { language, wordsOf } from '../common/words.ts';
import { previewIn } from './preview.ts';

declare const RED: EditorRED;

interface Forecast {
  schema: number;
  name: string;
  topic: string;
  config?: string | undefined;
  kind: string;
  peakKw: string;
}

const word = wordsOf('forecast');
const kept = (text: string) => typedNumber(text, language(), 'peakKw');
const isPeak = (text: string) => kept(text) === '' || Number(kept(text)) > 0;

const peak = () => $('#node-input-peakKw');

const preview = previewIn('dayahead-forecast');

RED.nodes.registerType<Forecast>('dayahead-forecast', {
  category: 'dayahead',
  color: '#a6d7a8',
  icon: 'forecast.svg',
  paletteLabel: 'forecast',
  defaults: {
    schema: { value: 1 },
    name: { value: '' },
    topic: { value: '' },
    config: { value: undefined, type: 'dayahead-config' },
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
  ...takesFirstSite,
  oneditprepare() {
    proposeSite(this);
    peak().val(shownNumber(this.peakKw ?? '', language()));
    preview.open(() => post<PowerPreview>('power', { config: String($('#node-input-config').val() ?? '') }), shown);
  },
  oneditsave() {
    peak().val(kept(String(peak().val() ?? '')));
    preview.close();
  },
  oneditcancel: preview.close,
});

/** Quarter hours. */
const DAY = 96;
const PER_HOUR = 4;

function shown({ now, series, production, consumption }: PowerPreview) {
  const told = [
    { power: production, part: 'solar' },
    { power: consumption, part: 'load' },
  ] as const;
  const curves = told.flatMap(({ power, part }) =>
    power ? [{ ...power, name: word(`preview.${part}`), part, unit: 'kW' } as const] : [],
  );
  const said = curves.map(({ name, values }) => {
    const kwh = values.slice(0, DAY).reduce<number>((sum, kw) => sum + (kw ?? 0) / PER_HOUR, 0);
    return `${name} ${energyText(kwh)}`;
  });
  const text = said.length > 0 ? word('preview.day', { powers: said.join(', ') }) : word('preview.nothing');
  return { text, data: { ...series, now, devices: [], curves } };
}
