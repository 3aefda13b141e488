import type { FiguresStatus } from '../../../src/runtime/figures/figures-status.ts';
import { detailText } from '../../../src/runtime/problem-text.ts';
import { errorText, faultWord, post } from '../common/ask.ts';
import { configWord } from './words.ts';

/** Shows the day of the figures that the deployed site uses, and lets those that wait be confirmed. */
export function offerFigures(config: string): void {
  const note = $('#dayahead-figures-status');
  const button = $('#dayahead-figures-confirm');
  async function show(path: string): Promise<void> {
    button.prop('disabled', true);
    try {
      const status = await post<FiguresStatus>(path, { config });
      note.text(statusText(status));
      button.toggle(status.waiting !== undefined);
    } catch (error) {
      note.text(errorText(error));
    }
    button.prop('disabled', false);
  }
  button.hide().on('click', () => void show('figures/confirm'));
  void show('figures');
}

function statusText({ version, problem, waiting, skipped }: FiguresStatus): string {
  const [change = ''] = waiting?.changes ?? [];
  return [
    configWord('figures.inUse', { date: version }),
    ...(problem ? [configWord('figures.problem', { why: detailText(problem, faultWord) })] : []),
    ...(waiting ? [configWord('figures.waiting', { date: waiting.version, n: waiting.changes.length, change })] : []),
    ...(skipped.length > 0 ? [configWord('figures.skipped', { n: skipped.length, row: skipped[0] ?? '' })] : []),
  ].join(' ');
}
