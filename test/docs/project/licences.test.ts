import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allowedLicences, licencesPage, noticesIn } from '../../../scripts/release/licences.mts';
import { bundled, bundledPackages, installedPackages } from '../../../scripts/release/packages.mts';

describe('docs/internals/licences.md', () => {
  it('names all that ships: node scripts/licences.mts writes it', () => {
    expect(readFileSync('docs/internals/licences.md', 'utf8')).toBe(licencesPage());
  });

  it('has every package that package.json depends on', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(installedPackages.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  });

  it.each([...bundledPackages, ...installedPackages])(
    '$name is under a licence that is allowed: $licence',
    (shipped) => {
      expect(allowedLicences).toContain(shipped.licence);
    },
  );

  it('has every library whose code is in our own files, and those have the text of its licence', () => {
    const texts = bundled.map((name) => readFileSync(`node_modules/${name}/LICENSE`, 'utf8'));
    expect(noticesIn(['resources', 'dist/nodes', 'dist/page']).sort()).toEqual(texts.sort());
  });
});
