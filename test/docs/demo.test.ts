import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasPage, placeDemo } from '../../scripts/demo/flow.mts';

const broker = (port: number) => ({ url: `mqtt://127.0.0.1:${port}`, port, stop: () => Promise.resolve() });

describe('the flows of the demo', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dayahead-demo-'));
    vi.stubEnv('DAYAHEAD_BROKER', '');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
  });

  it('name no port, as the broker may have another one at the next start, and keep what was changed', () => {
    const file = join(folder, 'flows.json');
    placeDemo(folder, broker(1884));
    expect(readFileSync(file, 'utf8')).not.toMatch(/-p \d+|188\d/);
    writeFileSync(file, '[]');
    placeDemo(folder, broker(1883));
    expect(readFileSync(file, 'utf8')).toBe('[]');
  });

  it.each([
    ['the demo with a page', 'switch', true],
    ['kept ones of a time before there was one', '', false],
  ])('say whether there is a page for the household: %s', (_, page, expected) => {
    placeDemo(folder, broker(1883), { page });
    expect(hasPage(folder)).toBe(expected);
  });
});
