import { append } from '../../common/element.ts';
import { createChoices } from '../../switching/choices.ts';
import type { Commands } from '../../switching/orders.ts';
import type { PageHouse, Preview, Switched } from '../told.ts';
import { pageWord } from '../words.ts';
import { amountText, needAmount, shownAmount } from './amount.ts';
import { backTo, type Draft, dayChoices, draftOf, draftRequest, shownDay } from './draft.ts';
import { previewText } from './words.ts';

interface Requesting {
  /** Resolves to true if the house has applied the commands. */
  press(button: HTMLElement, commands: Commands): Promise<boolean>;
  /** Rejects with the reason in words. */
  preview(commands: Commands): Promise<Preview>;
}

/** Milliseconds without another change after which a preview is requested. */
const PAUSE = 150;

/** Fields for the amount, the day and the time of a need. They show the need in force until a user edits them; then a preview stands below. */
export function createNeedForm(place: HTMLElement, { press, preview }: Requesting) {
  let item: Switched | undefined;
  let house: PageHouse | undefined;
  let now = 0;
  let edits: Partial<Draft> = {};
  let previewed = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const request = async (button: HTMLElement, commands: Commands) => {
    if (await press(button, commands)) edit();
  };

  const chips = createChoices(place, (_, { amount = '' }) => edit({ ...edits, amount }));
  const amountRow = append(place, 'label', 'field');
  const amountLabel = append(amountRow, 'span');
  const typed = append(amountRow, 'span', 'typed');
  const amount = append(typed, 'input');
  const unit = append(typed, 'span');
  const timeRow = append(place, 'div', 'field');
  const timeLabel = append(timeRow, 'span');
  const when = append(timeRow, 'span', 'typed');
  const day = append(when, 'select');
  const time = append(when, 'input');
  const wrong = append(place, 'p', 'refused');
  const outcome = append(place, 'p', 'preview');
  const apply = createChoices(append(place, 'div', 'primary'), request);
  const back = createChoices(place, request);
  Object.assign(amount, { type: 'text', inputMode: 'decimal', autocomplete: 'off', enterKeyHint: 'done' });
  time.type = 'time';
  wrong.setAttribute('role', 'alert');
  outcome.setAttribute('role', 'status');
  amount.addEventListener('focus', () => amount.select());
  amount.addEventListener('input', () => edit({ ...edits, amount: amount.value }));
  day.addEventListener('change', () => edit({ ...edits, day: day.value }));
  time.addEventListener('input', () => edit({ ...edits, time: time.value }));
  place.addEventListener('keydown', ({ key, target }) => {
    if (key === 'Escape') edit();
    const { commands } = requested();
    if (key === 'Enter' && commands && target instanceof HTMLInputElement) request(timeRow, commands);
  });

  function edit(next: Partial<Draft> = {}): void {
    edits = next;
    show();
  }

  const isEdited = () => Object.keys(edits).length > 0;

  const requested = () => (item && isEdited() ? draftRequest({ ...draftOf(item, now), ...edits }, item, now) : {});

  function show(): void {
    if (!item) return;
    const { name } = item;
    const draft = { ...draftOf(item, now), ...edits };
    const kind = needAmount(item);
    const choices = kind?.choices.map((value) => ({
      text: amountText(kind.command, value),
      isChosen: draft.amount === shownAmount(value),
      commands: { amount: shownAmount(value) },
    }));
    chips({ label: pageWord('amount', { name }) }, choices ?? []);
    amountRow.hidden = !kind;
    amountLabel.textContent = pageWord('otherAmount');
    unit.textContent = kind?.unit ?? '';
    set(amount, draft.amount);
    timeLabel.textContent = pageWord('by', { name });
    const days = dayChoices(draft, item, now);
    const texts = days.map(({ text }) => text);
    if (texts.join() !== [...day.options].map(({ text }) => text).join())
      day.replaceChildren(...days.map(({ text, value }) => new Option(text, value)));
    set(day, shownDay(draft, item, now));
    day.setAttribute('aria-label', pageWord('day'));
    set(time, draft.time);
    time.setAttribute('aria-label', timeLabel.textContent);
    const { commands, isLater, wrong: reason } = requested();
    wrong.textContent = reason?.text ?? '';
    wrong.hidden = !reason;
    amount.setAttribute('aria-invalid', String(reason?.field === 'amount'));
    time.setAttribute('aria-invalid', String(reason?.field === 'time'));
    apply({ label: pageWord('apply'), isQuiet: true }, commands ? [touch('apply', commands)] : []);
    const configured = backTo(item);
    back({ label: pageWord('configured'), isQuiet: true }, configured ? [touch('configured', configured)] : []);
    ask(commands, isLater);
  }

  /** Requests a preview after a pause in typing. */
  function ask(commands: Commands | undefined, isLater = false): void {
    const text = JSON.stringify(commands ?? '');
    if (text === previewed) return;
    previewed = text;
    clearTimeout(timer);
    outcome.textContent = '';
    if (!commands) return;
    timer = setTimeout(async () => {
      const said = await preview(commands).then(
        (plan) => (item && house ? previewText(plan, item, house, now, isLater) : ''),
        (error: Error) => error.message,
      );
      if (previewed === text) outcome.textContent = said;
    }, PAUSE);
  }

  return (next: Switched, nextHouse: PageHouse, present: number) => {
    [item, house, now] = [next, nextHouse, present];
    show();
  };
}

const touch = (word: string, commands: Commands) => ({ text: pageWord(word), isChosen: false, commands });

/** Setting the same value again would clear a time that is half typed. */
function set(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  if (field.value !== value) field.value = value;
}
