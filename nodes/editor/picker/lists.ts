import type { Allowance } from '../../../src/core/vocabulary.ts';
import { allowanceText } from '../common/allowance-text.ts';
import { errorText } from '../common/ask.ts';
import { askSite } from '../common/site.ts';

interface Listed<T> {
  readonly items: readonly T[];
  readonly allowance?: Allowance;
}

/** The lists of the chosen site, what asking for them has left, and what went wrong. */
export interface Lists {
  readonly elements: readonly JQuery[];
  /** The rows of a list; nothing before a country is chosen, and where it could not be had, which is shown. */
  list<T>(question: Readonly<Record<string, string>>): Promise<readonly T[] | undefined>;
  /** True where asking costs nothing, so that it needs no click. */
  live(): boolean;
  /** Takes the allowance of an answer: only a testing token has one. */
  tell(left: Allowance | undefined): void;
  /** Another site: nothing is known of it. */
  reset(): void;
}

export function listsOfSite(): Lists {
  const trouble = $('<div class="form-tips dayahead-fault" role="alert">').hide();
  const allowance = $('<div class="dayahead-note" id="dayahead-allowance" role="status">').hide();
  let free = false;
  const tell = (left: Allowance | undefined) => {
    free = left === undefined;
    allowance.text(left ? allowanceText(left) : '').toggle(!free);
  };
  return {
    elements: [allowance, trouble],
    live: () => free,
    tell,
    reset() {
      free = false;
      trouble.hide();
      allowance.hide();
    },
    async list<T>(question: Readonly<Record<string, string>>) {
      if (question.country === '') return undefined;
      try {
        const { items, allowance: left } = await askSite<Listed<T>>('listings', question);
        trouble.hide();
        tell(left);
        return items;
      } catch (error) {
        trouble.text(errorText(error)).show();
        return undefined;
      }
    },
  };
}
