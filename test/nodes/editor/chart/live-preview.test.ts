import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('RED', { plugins: { getPlugin: () => undefined } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A preview, and the number of questions that it has asked the server. */
async function open() {
  const { livePreview } = await import('../../../../nodes/editor/chart/live-preview.ts');
  const ask = vi.fn(() => 'no prices yet');
  const [words, frame] = [{}, {}] as [HTMLElement, HTMLElement];
  return { ask, ...livePreview(words, frame, ask, () => ({ text: '', data: {} as never })) };
}

it('asks as a dialog opens, and once for all that is typed within 250 ms', async () => {
  const { ask, changed } = await open();
  expect(ask).toHaveBeenCalledTimes(1);
  changed();
  vi.advanceTimersByTime(249);
  changed();
  vi.advanceTimersByTime(249);
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('asks nothing for a change that the focused field reports as its dialog is removed', async () => {
  const { ask, changed, close } = await open();
  close();
  changed();
  vi.advanceTimersByTime(1000);
  expect(ask).toHaveBeenCalledTimes(1);
});
