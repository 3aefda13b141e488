/** Writes the pages of `docs/internals/` that list tests: the rules of the specification, and the promises of `docs/`. */
import { writeFileSync } from 'node:fs';
import { conformancePage } from '../test/conformance/document.ts';
import { promisesPage } from '../test/docs/project/promises.ts';

writeFileSync('docs/internals/conformance.md', conformancePage());
writeFileSync('docs/internals/promises.md', promisesPage());
