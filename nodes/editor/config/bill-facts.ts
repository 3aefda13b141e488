import type { EditorRED } from 'node-red';
import type { HouseholdChoices } from '../../../src/pricing/bill/choices.ts';
import type { HouseholdFacts } from '../../../src/runtime/site-settings.ts';
import { post } from '../common/ask.ts';
import { language } from '../common/words.ts';
import { configWord } from './words.ts';

declare const RED: EditorRED;

/**
 * Shows a select for each fact that the bill of the site's household depends on, and nothing where there is none.
 * @returns the facts as the dialog has them.
 */
export function offerBillFacts(
  id: string,
  saved: HouseholdFacts | null | undefined,
): () => HouseholdFacts | null | undefined {
  const { household } = (RED.nodes.node(id) ?? {}) as { readonly household?: object | null };
  let selected = (): HouseholdFacts | null | undefined => saved;
  if (household)
    post<HouseholdChoices>('choices', { config: id, household }).then(
      (offered) => {
        if (offered.choices.length + offered.fuses.length === 0) return;
        const facts = draw(offered, saved ?? {});
        const isEmpty = ({ choices = [], fuseA }: HouseholdFacts) => choices.length === 0 && fuseA === undefined;
        selected = () => (saved || !isEmpty(facts()) ? facts() : saved);
      },
      () => undefined,
    );
  return () => selected();
}

function draw(
  { choices, fuses }: HouseholdChoices,
  { choices: chosen = [], fuseA }: HouseholdFacts,
): () => HouseholdFacts {
  const place = $('#dayahead-bill-facts').show();
  const selects = choices.map(({ lines, options, isNeeded }) => {
    const [first] = options;
    const unchosen = isNeeded
      ? configWord('billFacts.open')
      : textOr(configWord('billFacts.none'), `billFacts.usual.${first}`);
    const texts = options.map((option): [string, string] => [option, optionText(option)]);
    return row(lines.join(', '), [['', unchosen], ...texts], chosen.find((each) => options.includes(each)) ?? '');
  });
  const amperes = fuses.map((fuse): [string, string] => [String(fuse), `${fuse} A`]);
  const fuse = row(configWord('billFacts.fuse'), [['', configWord('billFacts.open')], ...amperes], String(fuseA ?? ''));
  place.append(...selects.map(({ row }) => row), ...(fuses.length > 0 ? [fuse.row] : []));
  return () => ({
    choices: selects.map(({ select }) => String(select.val())).filter(Boolean),
    ...(fuse.select.val() && { fuseA: Number(fuse.select.val()) }),
  });
}

/** A number of inhabitants at the end of an option is a value in its text. */
function optionText(option: string): string {
  const [name, n = ''] = option.split(/-(?=\d{4,}$)/);
  return textOr(option, `billFacts.option.${name}`, { n: Number(n).toLocaleString(language()) });
}

/** A text of the dialog, or `other` for an option of the user's own catalogue. */
function textOr(other: string, key: string, values?: Readonly<Record<string, string>>): string {
  const found = configWord(key, values);
  return found.endsWith(key) ? other : found;
}

function row(label: string, options: readonly (readonly [string, string])[], value: string) {
  const select = $('<select>').append(...options.map(([each, name]) => $('<option>').val(each).text(name)));
  select.val(options.some(([each]) => each === value) ? value : '');
  return { select, row: $('<label class="form-row">').append($('<span>').text(label), select) };
}
