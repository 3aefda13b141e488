import type { Phase } from '../../../src/planner/types.ts';
import { shownNumber, typedNumber } from '../common/numbers.ts';
import { typedMinutes } from '../common/quantities.ts';
import { language } from '../common/words.ts';
import { isPhase } from './checks.ts';
import { deviceWord } from './words.ts';

/** A list of phases in `place`; what is returned reads it. An unfinished phase has a `NaN`. */
export function editProfile(place: JQuery<HTMLElement>, profile: readonly Phase[], changed: () => void) {
  place.editableList({
    addButton: deviceWord('profile.add'),
    removable: true,
    sortable: true,
    height: 'auto',
    addItem(container: JQuery<HTMLElement>, _index: number, phase: Partial<Phase>) {
      const minutes = field('minutes', phase.minutes);
      const kw = field('kw', phase.kw);
      const check = () => {
        minutes.toggleClass('input-error', !isPhase({ minutes: numberIn(minutes), kw: 0 }));
        kw.toggleClass('input-error', !isPhase({ minutes: 1, kw: numberIn(kw) }));
        changed();
      };
      container.append(minutes, ` ${deviceWord('profile.minutes')} `, kw, ' kW');
      minutes.add(kw).on('input', check);
      check();
      if (phase.minutes === undefined) minutes.trigger('focus');
    },
    removeItem: changed,
    sortItems: changed,
  });
  for (const phase of profile) place.editableList('addItem', phase);

  return (): Phase[] =>
    place
      .editableList('items')
      .toArray()
      .map((item) => ({ minutes: numberIn(part($(item), 'minutes')), kw: numberIn(part($(item), 'kw')) }));
}

const field = (name: 'minutes' | 'kw', value: number | undefined) =>
  $<HTMLInputElement>('<input type="text" inputmode="decimal" style="width: 80px">')
    .addClass(`dayahead-phase-${name}`)
    .attr('aria-label', deviceWord(`profile.${name}`))
    .val(value === undefined || Number.isNaN(value) ? '' : shownNumber(String(value), language()));

const part = (item: JQuery<HTMLElement>, name: 'minutes' | 'kw') =>
  item.find<HTMLInputElement>(`.dayahead-phase-${name}`);

/** What is kept of a field of the list: minutes of `1 h 30` too. */
function numberIn(input: JQuery<HTMLInputElement>): number {
  const text = typedMinutes(typedNumber(String(input.val()), language(), 'phaseKw'));
  return text === '' ? Number.NaN : Number(text);
}
