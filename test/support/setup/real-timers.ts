import { afterAll, expect, vi } from 'vitest';

/** Files share a process: fake timers that one leaves behind would make the next one wait for ever, and stubs would answer it. */
const KEY = Symbol.for('dayahead test timers');
const kept = globalThis as { [KEY]?: typeof setTimeout };
kept[KEY] ??= setTimeout;

afterAll(() => {
  vi.unstubAllGlobals();
  expect(globalThis.setTimeout, 'timers at the end of the file').toBe(kept[KEY]);
});
