import { fillIn, PRESET, wholeDay } from './preset.ts';
import { keptText, shownText, written } from './units.ts';

/** The keys of a demand that the dialog has a text field or a choice for. */
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
  'minSpread',
  'whenUnknown',
  'onFailure',
] as const;
export type DemandField = (typeof fields)[number];
/** Everything that these hold is text. */
export type DemandFields = Readonly<Record<DemandField, string>>;

/** The fields of a need, by its kind; a profile has a list of its own. */
const needs = {
  minutes: ['minutes'],
  energy: ['energyKwh'],
  battery: ['targetSoc', 'batteryKwh'],
  profile: [],
} as const satisfies Record<string, readonly DemandField[]>;
export type Need = keyof typeof needs;

const split = ['minOnMinutes', 'minOffMinutes', 'maxOffMinutes', 'maxStarts', 'alsoBelowPrice'] as const;

const input = (field: DemandField) => $<HTMLInputElement>(`#node-input-${field}`);
const typedIn = (field: DemandField) => String(input(field).val() ?? '');
const textOf = (field: DemandField) => keptText(field, typedIn(field));

export const needChoice = () => $<HTMLSelectElement>('#dayahead-window-need');
const isPreset = () => needChoice().val() === PRESET;
/** The preset is a time. */
export const chosenNeed = () => (isPreset() ? 'minutes' : (needChoice().val() as Need));

/** A field of the open dialog, empty where it is not shown and so not kept; else of the node. */
export const present = (node: DemandFields, field: DemandField): string =>
  input(field).length > 0 && shown()[field] === false
    ? ''
    : keptText(field, String(input(field).val() ?? node[field] ?? ''));

/** `text` as it will be kept, where it stands in a field of the open dialog; else as it is. */
export function keptIfTyped(text: string): string {
  const field = written.find((one) => typedIn(one) === text);
  return field ? keptText(field, text) : text;
}

/** Leaves in the fields what is kept, as it is shown. */
export function settleFields(): void {
  fillFields((field) => shownText(field, textOf(field)));
}

/** Leaves in the fields what is kept, for Node-RED to take. */
export const keepFields = (): void => fillFields(textOf);

function fillFields(textFor: (field: DemandField) => string): void {
  for (const field of written) {
    const text = textFor(field);
    if (text !== typedIn(field)) input(field).val(text);
  }
}

/** The fields that are marked, by the labels that they are known by. */
export const markedFields = (): string[] => [
  ...new Set(
    $('#dialog-form .input-error')
      .toArray()
      .map((field) => $(field).closest('.form-row').find('label').first().text().trim())
      .filter((label) => label !== ''),
  ),
];

/** Which fields matter beside what the others say. */
function shown(): Readonly<Partial<Record<DemandField, boolean>>> {
  const need = chosenNeed();
  const pieces = need !== 'profile' && textOf('shape') === 'split';
  const preset = isPreset();
  const deadline = !preset && textOf('readyBy') !== '';
  const entries = [
    ...Object.entries(needs).flatMap(([name, own]) => own.map((field) => [field, need === name])),
    ...split.map((field) => [field, pieces]),
    ...wholeDay.map((field) => [field, !preset]),
    ['powerKw', need !== 'profile'],
    ['shape', need !== 'profile'],
    ['preconditionMinutes', pieces && deadline],
    ['maxPriceRule', /^[^%]+$/.test(textOf('maxPrice'))],
    ['whenUnknown', deadline],
    ['onFailure', deadline],
  ];
  return Object.fromEntries(entries);
}

/** Takes what a choice of a need fills in. */
export const takeChoice = (): void => fillIn(needChoice(), input);

const row = (field: DemandField) => input(field).closest('.form-row');

export function showFields(): void {
  const is = shown();
  for (const [field, shows] of Object.entries(is)) row(field as DemandField).toggle(shows);
  $('.dayahead-profile').toggle(chosenNeed() === 'profile');
  $('.dayahead-runs').toggle(chosenNeed() !== 'profile');
  $('.dayahead-offer').toggle(is.whenUnknown === true && textOf('whenUnknown') === '');
  $('.dayahead-command').toggle($('#node-input-commandTopic').val() !== '');
}

/** True where estimates are the way of a deadline that a message may tell. */
const isForMessages = (field: DemandField) => field === 'whenUnknown' && textOf(field) === 'estimate';

/** The settings of the dialog without those that are not shown: they stay at their default, empty or the first choice. */
export function shownSettings(): Partial<Record<DemandField, string>> {
  const is = shown();
  const kept = fields.filter((field) => is[field] !== false || isForMessages(field));
  return Object.fromEntries(kept.map((field) => [field, textOf(field)]));
}

/** Takes the estimates that are offered to what an earlier version saved. */
export function offerEstimates(): void {
  $('#dayahead-window-estimate').on('click', () => input('whenUnknown').val('estimate').trigger('change'));
}

export function clearHidden(): void {
  for (const [name, is] of Object.entries(shown())) {
    const field = name as DemandField;
    if (is || isForMessages(field)) continue;
    const hidden = input(field);
    hidden.val(hidden.find('option').first().val() ?? '');
  }
}
