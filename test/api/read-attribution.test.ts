import { describe, expect, it } from 'vitest';
import { readAttribution } from '../../src/api/read-attribution.ts';

const source = { publisher: 'Energinet', licence: 'CC BY 4.0', notice: 'Source: Energinet (Energi Data Service)' };

describe('reading the attribution', () => {
  it.each([
    ['under the key of the embedded service', { sources: [source] }],
    ['as a bare array', [source]],
    ['under any other key', { country: 'DK', attribution: [source] }],
    ['with null for no date', [{ ...source, updated: null }]],
    ['with keys that nobody asked for', [{ ...source, homepage: 'https://energinet.dk' }]],
  ])('finds the sources %s', (_, body) => {
    expect(readAttribution(body)).toEqual([source]);
  });

  it('keeps the date and the share-alike flag', () => {
    const full = { ...source, name: 'Spot', countries: ['DK'], updated: '2026-08-23', shareAlike: true };
    expect(readAttribution({ sources: [full] })).toEqual([full]);
  });

  it('takes an empty list for a market without sources', () => {
    expect(readAttribution({ sources: [] })).toEqual([]);
  });

  it.each([
    ['no list', { sources: {} }, 'no list of sources found'],
    ['text', 'Source: Energinet', 'no list of sources found; keys seen: none'],
    ['two lists', { sources: [source], notices: [source] }, 'no list of sources found; keys seen: sources[].publisher'],
    ['200 kB', [{ ...source, notice: 'x'.repeat(200_000) }], 'sources of 200061 characters, at most 200000'],
    ['a source without its notice', [source, { ...source, notice: undefined }], '1.notice'],
  ])('names what is wrong with %s', (_, body, text) => {
    expect(() => readAttribution(body)).toThrow(text);
  });
});
