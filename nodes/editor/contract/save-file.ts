import type { ContractFile } from '../../../src/service/contracts/contract-file.ts';
import { saveText } from '../common/save.ts';

/** Hands a contract to the browser as a file of a catalogue. */
export const saveAsFile = (file: ContractFile, name: string): void =>
  saveText(`${JSON.stringify(file, null, 2)}\n`, name || 'contract', { extension: 'jsonc', type: 'application/json' });
