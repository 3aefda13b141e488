/** Runs the scripts `check:…` of `package.json` beside each other, and prints the output of each when it ends; exits with 1 if one fails. */
import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const commands = Object.entries(scripts).flatMap(([name, command]) => (name.startsWith('check:') ? [command] : []));

await Promise.all(
  commands.map(async (command) => {
    const output = await promisify(exec)(command, { maxBuffer: Number.POSITIVE_INFINITY }).catch((error) => {
      process.exitCode = 1;
      return error as { stdout: string; stderr: string };
    });
    process.stdout.write(`> ${command}\n${output.stdout}${output.stderr}`);
  }),
);
