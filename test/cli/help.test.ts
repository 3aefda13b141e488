import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { UsageError, usage } from '../../src/cli/flags.ts';
import { commandHelp } from '../../src/cli/help/command-help.ts';
import { helpText, synopsisOf } from '../../src/cli/help/help.ts';

const commands = Object.keys(commandHelp);
const flagsIn = (text: string) => [...new Set(text.match(/--[a-z][a-z-]+/g))].sort();

describe('the help', () => {
  it('has every command of the synopsis', () => {
    const named = [...usage.matchAll(/dayahead-service ([a-z]+)/g)].map(([, name]) => name);
    expect(commands).toEqual(expect.arrayContaining(named));
    expect(named.length).toBeGreaterThan(7);
  });

  it.each(commands)('explains every option of %s in one line', (command) => {
    const { does, options } = commandHelp[command] ?? { does: '', options: {} };
    expect(flagsIn(Object.keys(options).join(' '))).toEqual(flagsIn(synopsisOf(command)));
    for (const line of [does, ...Object.values(options)]) expect(line).toMatch(/^[^\n]{4,90}$/);
    expect(helpText()).toContain(`\n${command}: ${does}\n`);
    for (const text of Object.values(options)) expect(helpText(command)).toContain(` ${text}\n`);
  });

  it.each(['account', 'catalogue', 'token'])('explains every verb of %s', (command) => {
    const verbs = [...synopsisOf(command).matchAll(/dayahead-service \w+ (\S+)/g)].flatMap(([, named = '']) =>
      named.split('|'),
    );
    const explained = Object.keys(commandHelp[command]?.options ?? {}).map((option) => option.split(' ')[0]);
    expect(explained).toEqual(expect.arrayContaining(verbs));
    expect(verbs.length).toBeGreaterThan(2);
  });

  it('of one command has its synopsis, its options and its exit codes', () => {
    expect(helpText('import')).toBe(
      `usage: dayahead-service import --zone ZONE --prices DIR [--per-euro N] FILE...

Reads price files of exchanges and other tools, and writes them as price files.
  FILE                       one or more files of prices
  --zone ZONE                name of the zone to write
  --prices DIR               folder to write into
  --per-euro N               units of the files' currency per euro

Exit codes: 0 done
            1 a file cannot be read, or no delivery day is complete
            2 the command line, the account or the state cannot be used`,
    );
  });

  it.each([
    ['ckeck', 'Unknown command "ckeck". Did you mean "check"?'],
    ['tokens', 'Unknown command "tokens". Did you mean "token"?'],
    ['sell', `Unknown command "sell". The commands are ${commands.join(', ')}.`],
  ])('refuses %s, which does not exist', (command, message) => {
    expect(() => helpText(command)).toThrow(new UsageError(message));
  });
});

describe('on the command line', () => {
  const print = (command: string, ...args: string[]) =>
    execFileSync(process.execPath, [`dist/src/cli/${command}.js`, ...args], { encoding: 'utf8' });

  it('is there as --help, help, help COMMAND and COMMAND --help', () => {
    const general = /^usage: dayahead-service \[COMMAND\] \[OPTION\.\.\.\]\n/;
    expect(print('cli', '--port', '80', '--help')).toMatch(general);
    expect(print('cli', 'help')).toBe(print('cli', '--help'));
    expect(print('cli', 'help', 'check')).toMatch(/^usage: dayahead-service check DIR/);
    expect(print('cli', 'check', '--help')).toBe(print('cli', 'help', 'check'));
    expect(print('cli', 'compare', '-h')).toBe(helpText('compare').concat('\n'));
    expect(spawnSync(process.execPath, ['dist/src/cli/cli.js', 'help', 'sell']).status).toBe(2);
  });

  it('explains every option of the planner', () => {
    const help = print('planner', '--help');
    const [synopsis = '', ...lines] = help.split('\n');
    expect(flagsIn(lines.filter((line) => line.startsWith('  --')).join(' '))).toEqual(
      flagsIn(`${synopsis} --help --version`),
    );
    expect(help).toContain('Exit codes: 0');
  });
});
