import type { NodeAPI } from 'node-red';
import { describe, expect, it } from 'vitest';
import { wordsFor } from '../../../nodes/adapter/words.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';

/** A runtime whose texts are their names, with a site that speaks `language`. */
const runtime = (language?: string) =>
  ({
    _: (name: string, values: object) => `${name} ${JSON.stringify(values)}`,
    nodes: { getNode: (id: string) => (id === 'site' ? { language } : null) },
  }) as unknown as NodeAPI;

describe('the words of a node', () => {
  it.each(hostileTexts)('have %j in them as it is', (time) => {
    const word = wordsFor(runtime('en-US'), 'site', 'page');
    expect(word('asOf', { time })).toBe(`as of ${time}`);
    const cheap = wordsFor(runtime('en-US'), 'site', 'page');
    expect(cheap('cheap.from', { from: '1', until: time })).toBe(`Cheap from 1 to ${time}.`);
  });

  it('are those of the site, of the branch of another set too, and the name of a text that is not there', () => {
    expect(wordsFor(runtime('de'), 'site', 'page')('title')).toBe('Strom');
    expect(wordsFor(runtime('de'), 'site', 'page')('gone.by')).toBe('gone.by');
    expect(wordsFor(runtime('de'), 'site', 'config', 'fault')('refused')).not.toBe('refused');
  });

  it('are those of the server where the site names no language, or there is none', () => {
    for (const word of [wordsFor(runtime(), 'site', 'page'), wordsFor(runtime('de'), undefined, 'page')])
      expect(word('asOf', { time: '10:00' })).toBe('page.asOf {"time":"10:00"}');
    expect(wordsFor(runtime(), 'site', 'config', 'fault')('refused')).toBe(
      '@dayahead/node-red-tariffs/dayahead-config:fault.refused {}',
    );
  });
});
