/** Compiles to `dist/` and puts what Node-RED reads beside each node there: dialogs, locales, icons. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['-p', '.'], { stdio: 'inherit' });
cpSync('icons', 'dist/nodes/icons', { recursive: true });
