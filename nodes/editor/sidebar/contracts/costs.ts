import { countryCodes } from '../../../../src/core/markets.ts';
import type { CostsAnswer } from '../../../../src/runtime/comparison/answer-costs.ts';
import { post } from '../../common/ask.ts';
import { append } from '../../common/element.ts';
import { homeCountry } from '../../common/home.ts';
import { typedNumber } from '../../common/numbers.ts';
import { language } from '../../common/words.ts';
import { costsWord, refusalText } from '../words.ts';
import { askColumns, type TableWords } from './columns.ts';
import { showCosts } from './costs-shown.ts';
import { gzippedFiles } from './meter-files.ts';

/** As much as the server reads. */
const MOST_MEGABYTES = 32;
const MEGABYTE = 1024 * 1024;

/** The house whose prices are shown: its config node and its country, empty where there is none. */
export interface ShownHouse {
  readonly site: string;
  readonly country: string;
}

/** The page of the contracts: files of a meter are dropped on it, and what each contract would have cost is shown below. */
export function createCosts(place: HTMLElement, house: () => ShownHouse): void {
  append(place, 'p', 'dayahead-note', costsWord('intro'));
  const drop = append(place, 'label', 'dayahead-drop', costsWord('drop'));
  const chosen = append(drop, 'input');
  chosen.type = 'file';
  chosen.multiple = true;
  const country = field(place, 'select', costsWord('country'));
  country.replaceChildren(...countryOptions());
  country.value = house().country || homeCountry();
  const postalCode = field(place, 'input', costsWord('postal'));
  const shift = field(place, 'input', costsWord('shift'));
  const status = append(place, 'p', 'dayahead-note');
  status.setAttribute('role', 'status');
  const shown = append(place, 'div');
  let files: readonly File[] = [];
  let meter = '';
  let words: TableWords | undefined;
  /** The columns as they are chosen, until they are used. */
  let draft: TableWords | undefined;
  let turn = 0;

  async function reckon(): Promise<void> {
    const isWrong = mark(shift, kwhIn(shift.value) === undefined);
    if (isWrong) return say(costsWord('wrongShift'), true);
    say('');
    if (files.length === 0) return;
    const mine = ++turn;
    say(costsWord('reading'));
    shown.replaceChildren();
    const answer = await asked().catch((error) => refusalText(error));
    if (mine !== turn) return;
    if (typeof answer === 'string') return say(answer, true);
    const { problem, refusal, costs } = answer;
    country.value = answer.country ?? country.value;
    mark(country, refusal === 'country');
    say(problem ? sentenceOf(problem) : refusal ? costsWord(`refusal.${refusal}`) : '', !costs);
    if (problem?.key === 'several-meters' && files.length === 1) offerMeters(String(problem.values.meters));
    if (answer.table)
      askColumns(shown, answer.table, draft, (next, isDone) => {
        draft = next;
        if (!isDone) return;
        words = next;
        void reckon();
      });
    if (costs) showCosts(shown, { ...answer, costs });
  }
  async function asked(): Promise<CostsAnswer> {
    const large = files.find(({ size }) => size > MOST_MEGABYTES * MEGABYTE);
    if (large) return { problem: { file: large.name, key: 'too-large', values: sizeOf(large) } };
    return post('costs', {
      ...{ config: house().site, country: country.value, postalCode: postalCode.value, meter },
      ...{ shiftKwh: kwhIn(shift.value), files: await gzippedFiles(files), ...words },
    });
  }
  function offerMeters(ids: string): void {
    // The last of many is cut off.
    for (const id of ids.split(', ').filter((each) => !each.endsWith('…'))) {
      append(shown, 'button', 'red-ui-button', id).addEventListener('click', () => {
        meter = id;
        void reckon();
      });
    }
  }
  function say(text: string, isFault = false): void {
    status.classList.toggle('dayahead-refused', isFault && text !== '');
    status.textContent = text;
  }
  function take(list: FileList | null | undefined): void {
    if (!list || list.length === 0) return;
    files = [...list];
    meter = '';
    draft = words = undefined;
    void reckon();
  }

  chosen.addEventListener('change', () => take(chosen.files));
  for (const each of [country, postalCode, shift]) each.addEventListener('change', () => void reckon());
  drop.addEventListener('dragover', (event) => event.preventDefault());
  drop.addEventListener('drop', (event) => {
    event.preventDefault();
    // The editor would import the file as a flow.
    event.stopPropagation();
    take(event.dataTransfer?.files);
  });
}

/** The kWh that are typed, none for an empty field; `undefined` for what is no number of them. */
function kwhIn(typed: string): number | undefined {
  const text = typedNumber(typed, language(), 'shiftKwh');
  return /^(\d{1,3}(\.\d+)?)?$/.test(text) ? Number(text) : undefined;
}

/** Shows a field as wrong, or no longer. */
function mark(field: HTMLElement, isWrong: boolean): boolean {
  field.classList.toggle('input-error', isWrong);
  field.setAttribute('aria-invalid', String(isWrong));
  return isWrong;
}

/** Problems that options of the command line help with. */
const tellable = ['unit-needed', 'several-meters', 'is-cumulative', 'not-cumulative'];

function sentenceOf(problem: NonNullable<CostsAnswer['problem']>): string {
  const sentence = costsWord(`meter.${problem.key}`, problem.values);
  const help = tellable.includes(problem.key) ? [costsWord('elsewhere')] : [];
  return [`${problem.file}:`, sentence, ...help].join(' ');
}

const sizeOf = ({ size }: File) => ({ megabytes: Math.ceil(size / MEGABYTE), most: MOST_MEGABYTES });

function field<Tag extends 'select' | 'input'>(place: HTMLElement, tag: Tag, text: string): HTMLElementTagNameMap[Tag] {
  const label = append(place, 'label', 'dayahead-costs-field', text);
  return append(label, tag);
}

function countryOptions(): HTMLOptionElement[] {
  const names = new Intl.DisplayNames([language()], { type: 'region' });
  const options = countryCodes.map((code) => new Option(names.of(code) ?? code, code));
  return options.sort((a, b) => a.text.localeCompare(b.text));
}
