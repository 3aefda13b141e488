/** Writes `docs/internals/licences.md`: the licences of all that ships. */
import { writeFileSync } from 'node:fs';
import { licencesPage } from './release/licences.mts';

writeFileSync('docs/internals/licences.md', licencesPage());
