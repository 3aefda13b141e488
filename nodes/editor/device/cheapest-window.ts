import type { EditorRED } from 'node-red';
import type { Phase } from '../../../src/planner/types.ts';
import type { LivePreview } from '../chart/live-preview.ts';
import { markAsTyped } from '../common/dialog.ts';
import { proposeSite, takesFirstSite } from '../common/site.ts';
import { valid } from './checks.ts';
import {
  chosenNeed,
  clearHidden,
  type DemandFields,
  keepFields,
  type Need,
  needChoice,
  offerEstimates,
  settleFields,
  showFields,
  shownSettings,
  takeChoice,
} from './fields.ts';
import { showPreview, type TypedDevice } from './plan-preview.ts';
import { isAllButDearest, openedOn, PRESET } from './preset.ts';
import { editProfile } from './profile.ts';
import { showUnits } from './units.ts';
import { deviceWord } from './words.ts';

declare const RED: EditorRED;

interface CheapestWindow extends DemandFields {
  schema: number;
  name: string;
  topic: string;
  config?: string | undefined;
  profile: Phase[];
  payloadOn: string;
  payloadOnType: string;
  payloadOff: string;
  payloadOffType: string;
  commandTopic: string;
  commandOn: string;
  commandOff: string;
}

/** A car tells its state of charge by message; the preview takes this much, in percent. */
const ASSUMED_SOC = 20;

/** Of the dialog that is open; there is never a second one. */
let open: { readonly profile: () => Phase[]; readonly preview: LivePreview } | undefined;

RED.nodes.registerType<CheapestWindow>('dayahead-cheapest-window', {
  category: 'dayahead',
  color: '#a6d7a8',
  icon: 'cheapest-window.svg',
  paletteLabel: 'cheapest-window',
  defaults: {
    schema: { value: 1 },
    name: { value: '' },
    topic: { value: '' },
    config: { value: undefined, type: 'dayahead-config', required: false },
    shape: { value: 'contiguous' },
    direction: { value: 'cheapest' },
    minutes: { value: '120', validate: valid.minutes },
    energyKwh: { value: '', validate: valid.energy },
    powerKw: { value: '', validate: valid.power },
    targetSoc: { value: '', validate: valid.target },
    batteryKwh: { value: '', validate: valid.battery },
    profile: { value: [], validate: valid.profile },
    earliest: { value: '', validate: valid.times },
    readyBy: { value: '', validate: valid.times },
    minOnMinutes: { value: '', validate: valid.minutes },
    minOffMinutes: { value: '', validate: valid.minutes },
    maxOffMinutes: { value: '', validate: valid.longestPause },
    maxStarts: { value: '', validate: valid.count },
    preconditionMinutes: { value: '', validate: valid.minutes },
    prefer: { value: 'earliest' },
    maxPrice: { value: '', validate: valid.limit },
    maxPriceRule: { value: 'interval' },
    alsoBelowPrice: { value: '', validate: valid.price },
    minSpread: { value: '', validate: valid.spread },
    whenUnknown: { value: 'estimate' },
    onFailure: { value: 'run' },
    payloadOn: { value: 'true' },
    payloadOnType: { value: 'bool' },
    payloadOff: { value: 'false' },
    payloadOffType: { value: 'bool' },
    commandTopic: { value: '', validate: valid.topic },
    commandOn: { value: 'ON' },
    commandOff: { value: 'OFF' },
  },
  inputs: 1,
  outputs: 2,
  inputLabels: () => deviceWord('port.input'),
  outputLabels: (output) => deviceWord(`port.${['switch', 'plan'][output]}`),
  label() {
    return this.name || 'cheapest-window';
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
  ...takesFirstSite,
  oneditprepare() {
    proposeSite(this);
    const { id } = this;
    openedOn(needChoice().val(needOf(this)))
      // A need that is chosen may ask for a power, or for none: Node-RED looks at a field when that changes.
      .on('change', () => {
        takeChoice();
        $('#node-input-powerKw').triggerHandler('change');
      });
    for (const value of ['payloadOn', 'payloadOff'] as const) {
      $(`#node-input-${value}`).typedInput({
        types: ['bool', 'str', 'num'],
        typeField: `#node-input-${value}Type`,
      });
    }
    const profile = editProfile($('#dayahead-window-profile'), this.profile ?? [], () => open?.preview.changed());
    const shown = () => {
      showFields();
      showUnits();
    };
    const preview = showPreview(part('summary'), part('chart'), () => typedDevice(id, profile()), showUnits);
    settleFields();
    shown();
    offerEstimates();
    open = { profile, preview };
    markAsTyped();
    $('#dialog-form')
      .on('change.dayahead', settleFields)
      .on('input.dayahead change.dayahead', () => {
        shown();
        preview.changed();
      });
  },
  oneditsave() {
    keepFields();
    clearHidden();
    this.profile = chosenNeed() === 'profile' ? (open?.profile() ?? []) : [];
    close();
  },
  oneditcancel: close,
});

const needOf = (node: CheapestWindow): Need | typeof PRESET => {
  if (node.profile?.length) return 'profile';
  if (node.energyKwh) return 'energy';
  if (node.batteryKwh) return 'battery';
  return isAllButDearest(node) ? PRESET : 'minutes';
};

function typedDevice(id: string, profile: readonly Phase[]): TypedDevice {
  const need = chosenNeed();
  const name = String($('#node-input-name').val() ?? '');
  const soc = need === 'battery' && { soc: ASSUMED_SOC };
  return { id, name, settings: { ...shownSettings(), ...soc, ...(need === 'profile' && { profile }) } };
}

const part = (name: string) => $(`#dayahead-window-${name}`).get(0) as HTMLElement;

function close(): void {
  open?.preview.close();
  open = undefined;
}
