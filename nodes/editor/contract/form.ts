import type { ContractAnswer } from '../../../src/runtime/editor/contract-preview.ts';
import type { ContractStart } from '../../../src/runtime/editor/contract-start.ts';
import type { ContractPreset } from '../../../src/service/contracts/presets.ts';
import type { ContractProblem } from '../../../src/service/contracts/problem.ts';
import type { ContractForm } from '../../../src/service/contracts/typed-contract.ts';
import { errorText, post } from '../common/ask.ts';
import { type AdoptedBill, billCheck, contractAmount } from './bill.ts';
import { button, fieldAt, type Option, section, valuesIn } from './fields.ts';
import { keptFocus, takeFocus } from './focus.ts';
import { listsOf } from './network.ts';
import { blankPart, type Part, type PartName, type PartOf, parts } from './price-part.ts';
import { problemText, showAnswer } from './result.ts';
import { saveAsFile } from './save-file.ts';
import { sectionsOf } from './sections.ts';
import { contractWord } from './words.ts';
import './contract.css';

/** The surroundings of a form: the site that it is priced in, and what its dialog has chosen beside it. */
export interface FormContext {
  /** The site for the server. */
  readonly typed: object;
  /** The countries to choose from; left out, the country stands. */
  readonly countries?: readonly Option[];
  readonly postalCode?: string;
  /** Id of a listed supplier's tariff, which is priced where only the network is typed. */
  readonly supplier?: string | undefined;
}

export interface OpenForm {
  /** What is typed in, where nothing is wrong with it; else it is shown. */
  finished(): Promise<ContractForm | undefined>;
}

const unsaid = { unit: 'hundredth', includes: 'energy', feedin: { kind: 'none' }, monthly: '' } as const;

/** Before the server has said what a country starts from. */
const unknown: ContractStart = { currency: '', zones: [], presets: [] };

/** Milliseconds in which several changes are one. */
const SETTLE = 150;

/** Puts the form of a contract into `place`, with its price of this hour, which follows what is typed. */
export function openForm(place: JQuery, first: ContractForm, context: FormContext): OpenForm {
  const { typed, countries, postalCode = '', supplier } = context;
  const result = $('<div class="dayahead-price" role="status">');
  const trouble = $('<div class="form-tips dayahead-fault" role="alert">').hide();
  const body = $('<div>');
  /** The parts by name and kind, as they were when another kind was chosen. */
  const left = new Map<string, Part>();
  const touched = new Set<string>();
  let start = unknown;
  let answer: ContractAnswer = { problems: [] };
  let form = first;
  let timer = 0;
  let asked = 0;
  let loads = 0;

  const complain = (error: unknown) => void trouble.text(errorText(error)).show();
  const list = listsOf(typed);
  const read = (): ContractForm => ({
    ...form,
    ...(valuesIn(body) as unknown as ContractForm),
    // Before the country's units are known nothing says what the figures are in.
    ...(start.currency === '' && { unit: form.unit }),
  });

  /** Resolves with what was asked, where its answer is the one that is shown; with nothing where something was changed since. */
  async function ask(): Promise<ContractForm | undefined> {
    window.clearTimeout(timer);
    const mine = ++asked;
    const contract = read();
    result.addClass('dayahead-busy');
    try {
      const found = await post<ContractAnswer>('typed/contract', { typed, contract, postalCode, supplier });
      if (mine !== asked) return undefined;
      answer = found;
      trouble.hide();
      showAnswer(result, answer);
      bill.show(answer.preview, contract.country);
      showProblems();
      return contract;
    } catch (error) {
      if (mine === asked) complain(error);
      return undefined;
    } finally {
      if (mine === asked) result.removeClass('dayahead-busy');
    }
  }
  function changed(): void {
    window.clearTimeout(timer);
    // An answer that is on its way is one to what stood there before.
    asked++;
    timer = window.setTimeout(() => void ask(), SETTLE);
  }

  /** What is not filled in yet is no mistake before it was left empty. */
  function showProblems(): void {
    body.find('.dayahead-fault').text('');
    body.find('[data-field]').removeClass('input-error').attr('aria-invalid', 'false');
    const shown = answer.problems.filter(({ field, code }) => code !== 'needed' || touched.has(field));
    for (const problem of shown) showProblem(problem);
  }
  function showProblem(problem: ContractProblem): void {
    const field = fieldAt(body, problem.field);
    field.addClass('input-error').attr('aria-invalid', 'true');
    const note = field.closest('.form-row, .dayahead-contract-row').find('.dayahead-fault');
    if (note.length > 0) note.text(problemText(problem));
    else trouble.text(`${problem.field}: ${problemText(problem)}`).show();
  }

  function draw(next: ContractForm): void {
    const focusAgain = keptFocus(body);
    form = next;
    body.empty().append(...sectionsOf(form, start, { countries, list, complain, onPreset }));
    focusAgain();
    showProblems();
    changed();
  }

  /** What a card does not say is as on a form before anything is typed, so that nothing of another stays in it. */
  const onPreset = (preset: ContractPreset) => draw({ ...read(), ...unsaid, ...preset.form, name: preset.name });
  function withPart(name: PartName, kind: Part['kind']): ContractForm {
    const now = read();
    left.set(`${name}.${form[name].kind}`, { ...form[name], ...now[name], kind: form[name].kind } as Part);
    return { ...now, [name]: left.get(`${name}.${kind}`) ?? blankPart(kind, start.zones) } as ContractForm;
  }
  function changeRows(name: PartName, change: (rows: readonly object[]) => readonly object[]): void {
    const now = read();
    const part = now[name];
    if (part.kind === 'clock') draw({ ...now, [name]: { ...part, rows: change(part.rows) } } as ContractForm);
  }

  /** Draws the form of `next` once the server has said what its country starts from, if no other is chosen by then. */
  async function load(country: string, next: () => ContractForm): Promise<void> {
    const mine = ++loads;
    let found = unknown;
    try {
      if (country) found = await post<ContractStart>('contract/start', { country });
    } catch (error) {
      if (mine === loads) complain(error);
    }
    if (mine !== loads) return;
    start = found;
    draw(next());
  }

  body.on('input change', '[data-field]', ({ target, type }) => {
    const path = String($(target).attr('data-field'));
    if (type === 'change') touched.add(path);
    const [name, key] = path.split('.');
    const part = parts.find((each) => each === name);
    if (type === 'change' && part && key === 'kind') return draw(withPart(part, $(target).val() as Part['kind']));
    if (type === 'change' && path === 'network.companyId')
      return draw({ ...read(), network: { ...read().network, tariff: '' } } as ContractForm);
    if (type === 'change' && path === 'network.contains' && $(target).val() === 'all') return draw(wholePrice(read()));
    if (type === 'change' && path === 'includes') return draw(read());
    if (type === 'change' && (path === 'unit' || path === 'vat')) return draw(read());
    if (type === 'change' && path === 'country') return void load(read().country, () => relocated(read()));
    changed();
  });
  body.on('blur', '[data-field]', ({ target }) => {
    touched.add(String($(target).attr('data-field')));
    showProblems();
  });
  body.on('click', '[data-add]', ({ currentTarget }) => {
    const name = $(currentTarget).attr('data-add') as PartName;
    changeRows(name, (rows) => [...rows, { days: 'all', from: '', to: '', price: '' }]);
  });
  body.on('click', '[data-remove]', ({ currentTarget }) => {
    const [name, , row] = String($(currentTarget).attr('data-remove')).split('.');
    changeRows(name as PartName, (rows) => rows.filter((_, i) => i !== Number(row)));
  });

  /** Another country has other zones and other operators. */
  function relocated(form: ContractForm): ContractForm {
    const network = form.network.kind === 'listed' ? ({ kind: 'address' } as const) : form.network;
    const moved = (part: Part) =>
      part.kind === 'exchange' ? { ...part, zone: start.zones[1] ? '' : (start.zones[0] ?? '') } : part;
    return {
      ...form,
      unit: 'hundredth',
      network,
      energy: moved(form.energy),
      feedin: moved(form.feedin),
    } as ContractForm;
  }

  const save = button('download', contractWord('saveAsFile'), () => {
    void ask().then((contract) => (contract && answer.file ? saveAsFile(answer.file, contract.name) : touchAll()));
  });
  function touchAll(): void {
    for (const element of body.find('[data-field]').get()) touched.add(String($(element).attr('data-field')));
    showProblems();
    body.find('.input-error').first().trigger('focus');
  }

  /** The tariff of before the bill's day: the one that stands for it already, else the one that is priced now. */
  function adoptBill({ perKwh, contains = 'levies', monthly, from }: AdoptedBill): void {
    const now = read();
    const { network, unit } = now;
    const { currency, tariff } = answer.preview ?? {};
    const priced = tariff?.grid?.id;
    const before = 'before' in network ? network.before : priced?.startsWith(`${now.id}-`) ? '' : priced;
    const amount = (value: number, of: typeof unit) => contractAmount(value, currency ?? start.currency, of);
    draw({
      ...now,
      from,
      network: { kind: 'fixed', price: amount(perKwh, unit), contains, ...(before && { before }) },
      ...(monthly !== undefined && { monthly: amount(monthly, 'major') }),
    });
  }
  const bill = billCheck({
    path: 'bill',
    vat: () => read().vat,
    hasNetwork: () => form.energy.kind === 'none' || read().includes !== 'all',
    canAdopt: () => true,
    adopt: adoptBill,
  });

  place
    .addClass('dayahead-contract')
    .append(
      $('<p class="dayahead-note">').text(contractWord('intro')),
      section(contractWord('section.price'), result, trouble).addClass('dayahead-pinned'),
      body,
      bill.element,
      $('<div class="form-row">').append(save),
    );
  const begun = () => (form.energy.kind === 'exchange' && !form.energy.zone ? relocated(form) : form);
  void load(form.country, begun).then(() => takeFocus(body));

  return {
    async finished() {
      const contract = await ask();
      touchAll();
      const isRight =
        answer.problems.length === 0 && answer.file !== undefined && start.currency !== '' && !trouble.is(':visible');
      return isRight ? contract : undefined;
    },
  };
}

/** A price of everything is that of the contract; nothing is left for the network. */
function wholePrice(form: ContractForm): ContractForm {
  const {
    contains: _,
    before: __,
    ...price
  } = form.network as PartOf<'fixed' | 'clock'> & {
    contains?: string;
    before?: string;
  };
  return { ...form, includes: 'all', energy: price as ContractForm['energy'], network: { kind: 'address' } };
}
