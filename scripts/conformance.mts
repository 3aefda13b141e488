/** Writes `docs/internals/conformance.md`: every rule of the specification and the tests that cite it. */
import { writeFileSync } from 'node:fs';
import { conformancePage } from '../test/conformance/document.ts';

writeFileSync('docs/internals/conformance.md', conformancePage());
