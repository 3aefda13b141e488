import type { ContractFile } from '../../../src/service/contracts/contract-file.ts';

/** Hands a contract to the browser as a file of a catalogue. */
export function saveAsFile(file: ContractFile, name: string): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }));
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'contract';
  $('<a>')
    .attr({ href: url, download: `${slug}.jsonc` })[0]
    ?.click();
  URL.revokeObjectURL(url);
}
