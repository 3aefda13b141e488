import { fetchFrom } from '../../common/ask.ts';
import { append } from '../../common/element.ts';
import { refusalText, sidebarWord } from '../words.ts';
import { copied } from './copy.ts';

/** A button that copies a report for an issue, and shows it, so that nobody passes on what they have not seen. */
export function createReport(place: HTMLElement): void {
  const button = append(place, 'button', 'dayahead-button', sidebarWord('report.copy'));
  button.type = 'button';
  const said = append(place, 'p', 'dayahead-note');
  said.setAttribute('role', 'status');
  const field = append(place, 'textarea', 'dayahead-report');
  field.readOnly = true;
  field.rows = 12;
  field.hidden = true;
  field.setAttribute('aria-label', sidebarWord('report.label'));
  button.addEventListener('click', async () => {
    said.textContent = '';
    const answer = await fetchFrom<{ readonly text: string }>('report', {}).catch(refusalText);
    field.hidden = typeof answer === 'string';
    if (typeof answer === 'string') {
      said.textContent = answer;
      return;
    }
    field.value = answer.text;
    said.textContent = sidebarWord((await copied(field)) ? 'report.copied' : 'report.selected');
  });
}
