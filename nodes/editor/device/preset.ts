/**
 * Twenty hours a day are all but the four dearest. A pause lasts two hours at most, as the house cools down, and 20 minutes
 * at least, as a compressor rests before it starts again. An hour lets the house recover.
 */
const allButDearest = {
  shape: 'split',
  minutes: '1200',
  minOnMinutes: '60',
  minOffMinutes: '20',
  maxOffMinutes: '120',
} as const;
type PresetField = keyof typeof allButDearest;
type PresetFields = Readonly<Record<PresetField, string>>;

/** The choice of a need that fills in others. */
export const PRESET = 'allButDearest';
/** It is of the whole day: these are left out beside it. */
export const wholeDay = ['earliest', 'readyBy'] as const;
/** A new node has these. */
const plain: PresetFields = {
  shape: 'contiguous',
  minutes: '120',
  minOnMinutes: '',
  minOffMinutes: '',
  maxOffMinutes: '',
};

const names = Object.keys(allButDearest) as PresetField[];

/** True of a node that holds what the preset fills in; earlier versions filled in no shortest pause. */
export const isAllButDearest = (node: Readonly<Record<PresetField | (typeof wholeDay)[number], string>>): boolean =>
  names.every((field) => node[field] === allButDearest[field] || (field === 'minOffMinutes' && !node[field])) &&
  wholeDay.every((field) => !node[field]);

const BEFORE = 'before';

/** What stood in its fields before the preset of the dialog is kept beside the choice, which goes with the dialog. */
export const openedOn = (choice: JQuery): JQuery => (choice.val() === PRESET ? choice.data(BEFORE, plain) : choice);

/** Fills in what the preset takes; once it is left, what is still as it was filled in gives way to what stood there before. */
export function fillIn(choice: JQuery, input: (field: PresetField) => JQuery): void {
  const before = choice.data(BEFORE) as PresetFields | undefined;
  const isChosen = choice.val() === PRESET;
  if (isChosen && !before)
    choice.data(BEFORE, Object.fromEntries(names.map((field) => [field, String(input(field).val() ?? '')])));
  if (!isChosen) choice.removeData(BEFORE);
  for (const field of names) {
    if (isChosen) input(field).val(allButDearest[field]);
    else if (before && input(field).val() === allButDearest[field]) input(field).val(before[field]);
  }
}
