import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { citations, conformancePage, ruleNames } from './document.ts';

describe('the rules of the specification', () => {
  const known = ruleNames();
  const cited = citations();

  it('are each proven by a test', () => {
    const proven = new Set(cited.map(({ rule }) => rule));
    expect([...known.keys()].filter((rule) => !proven.has(rule))).toEqual([]);
  });

  it('are the only ones that a test cites', () => {
    expect(cited.filter(({ rule }) => !known.has(rule))).toEqual([]);
  });

  it('are in docs/internals/conformance.md as scripts/conformance.mts writes it', () => {
    expect(
      readFileSync('docs/internals/conformance.md', 'utf8') === conformancePage(),
      'run node scripts/conformance.mts',
    ).toBe(true);
  });
});
