import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pressing } from '../../../../nodes/editor/switching/choices.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** As much of an element as a press needs. */
const element = () => ({
  hidden: false,
  textContent: '',
  setAttribute: () => undefined,
  removeAttribute: () => undefined,
  closest: () => null,
  after: () => undefined,
  scrollIntoView: () => undefined,
});

it('a refusal stands for half a minute, and the next one as long again', async () => {
  const [refused, button] = [element(), element()] as unknown as HTMLElement[];
  const press = pressing(refused as HTMLElement, () => Promise.reject(new Error('Not done.')));
  const seen = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    return refused?.hidden ? '' : refused?.textContent;
  };
  await press(button as HTMLElement, {});
  expect(await seen(25)).toBe('Not done.');
  await press(button as HTMLElement, {});
  expect(await seen(25)).toBe('Not done.');
  expect(await seen(5)).toBe('');
});
