import { reasonText } from '../common/ask.ts';
import type { ChartData } from './drawing.ts';
import { sharedChart } from './shared.ts';

/** Typing is let finish before the server is asked. */
const DELAY_MS = 250;

export interface LivePreview {
  /** Something in the dialog changed. */
  changed(): void;
  close(): void;
}

interface Shown {
  readonly text: string;
  readonly data: ChartData;
}

/**
 * What the options of a dialog lead to, reckoned on the server: in `words`, and in a chart in `frame`.
 * @param ask puts the question; a text says why there is no answer.
 * @param shown is told the last answer alone.
 */
export function livePreview<Answer extends object>(
  words: HTMLElement,
  frame: HTMLElement,
  ask: () => Promise<Answer | string> | string,
  shown: (answer: Answer) => Shown,
): LivePreview {
  let chart: ReturnType<typeof sharedChart>;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  let isClosed = false;

  const show = ({ text, data }: Shown) => {
    chart ??= sharedChart(frame);
    chart?.show(data);
    frame.hidden = false;
    words.textContent = text;
  };
  const fail = (text: string) => {
    frame.hidden = true;
    words.textContent = text;
  };
  const refresh = async () => {
    const turn = ++asked;
    const asking = ask();
    if (typeof asking === 'string') return fail(asking);
    try {
      const answer = await asking;
      if (turn !== asked) return;
      if (typeof answer === 'string') fail(answer);
      else show(shown(answer));
    } catch (error) {
      if (turn === asked) fail(reasonText(error));
    }
  };
  void refresh();
  return {
    changed() {
      clearTimeout(timer);
      // A field that had the focus reports a change as the dialog is removed. By then its form is empty.
      if (isClosed) return;
      timer = setTimeout(() => void refresh(), DELAY_MS);
    },
    close() {
      clearTimeout(timer);
      isClosed = true;
      asked += 1;
      chart?.remove();
    },
  };
}
