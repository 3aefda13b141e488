import type { EditorRED } from 'node-red';
import type { Overview } from '../../../src/runtime/editor/overview.ts';
import { fetchFrom } from '../common/ask.ts';
import { refusalText } from './words.ts';

declare const RED: EditorRED;

/** Milliseconds until it is asked again without any news: the time goes on, and a message may have been lost. */
const EVERY = 30_000;
/** Many nodes change at once, where an interval begins. */
const TOGETHER = 150;

/**
 * Asks for the overview while `content` is seen: when it appears, when a node tells of a change, and every half minute.
 * @param failed hears the reason in words, where there is no answer.
 */
export function watchOverview(
  content: HTMLElement,
  asked: () => string,
  show: (overview: Overview) => void,
  failed: (text: string) => void,
): { load(): void } {
  let seen = false;
  let waiting = false;
  let latest = 0;

  async function load(): Promise<void> {
    waiting = false;
    const turn = ++latest;
    const answer = await fetchFrom<Overview>('overview', { prices: asked() }).catch(refusalText);
    if (turn !== latest) return;
    if (typeof answer === 'string') failed(answer);
    else show(answer);
  }
  const soon = () => {
    if (!seen || document.hidden || waiting) return;
    waiting = true;
    window.setTimeout(load, TOGETHER);
  };

  new IntersectionObserver((entries) => {
    seen = entries.some(({ isIntersecting }) => isIntersecting);
    soon();
  }).observe(content);
  document.addEventListener('visibilitychange', soon);
  window.setInterval(soon, EVERY);
  RED.comms.subscribe('dayahead/overview', soon);
  RED.events.on('deploy', soon);
  return { load: () => void load() };
}
