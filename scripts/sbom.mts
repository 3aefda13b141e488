/** Prints what ships as CycloneDX, the same for the same lock file. */
import { bom } from './release/bom.mts';

process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
