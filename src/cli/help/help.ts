import { UsageError, usage } from '../flags.ts';
import { type CommandHelp, commandHelp } from './command-help.ts';

/** `dayahead-service help COMMAND`: each command and each of its options in one line. */

export const isCommand = (name: string): boolean => Object.hasOwn(commandHelp, name);

/** The error for a command that does not exist; it names a command that is spelt almost like it, else all of them. */
export function unknownCommand(name: string): string {
  const commands = Object.keys(commandHelp);
  const [nearest] = commands
    .map((command) => ({ command, edits: editDistance(name, command) }))
    .filter(({ edits }) => edits <= MAX_TYPOS)
    .sort((a, b) => a.edits - b.edits);
  const advice = nearest ? `Did you mean "${nearest.command}"?` : `The commands are ${commands.join(', ')}.`;
  return `Unknown command "${name}". ${advice}`;
}

const MAX_TYPOS = 2;

/** Levenshtein distance. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries())
      next.push(Math.min((row[j] ?? 0) + Number(letter !== other), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    row = next;
  }
  return row[to.length] ?? 0;
}

/** The help of one command, or of all. Throws a `UsageError` for a command that does not exist. */
export function helpText(command?: string): string {
  if (command === undefined) return generalHelp();
  const help = isCommand(command) ? commandHelp[command] : undefined;
  if (!help) throw new UsageError(unknownCommand(command));
  return [
    `usage: ${synopsisOf(command)}`,
    '',
    help.does,
    ...optionLines(help),
    '',
    'Exit codes: 0 done',
    ...(help.fails === 'never' ? [] : [`            1 ${help.fails}`]),
    `            ${EXIT_2}`,
  ].join('\n');
}

const EXIT_2 = '2 the command line, the account or the state cannot be used';

const generalHelp = () =>
  [
    'usage: dayahead-service [COMMAND] [OPTION...]',
    '       dayahead-service help COMMAND',
    '       dayahead-service --version',
    ...Object.entries(commandHelp).flatMap(([name, help]) => ['', `${name}: ${help.does}`, ...optionLines(help)]),
    '',
    'Exit codes: 0 done',
    '            1 the command failed: the line on stderr names the reason',
    `            ${EXIT_2}`,
  ].join('\n');

const WIDTH = 26;

const optionLines = ({ options }: CommandHelp): string[] =>
  Object.entries(options).map(([option, text]) => `  ${option.padEnd(WIDTH)} ${text}`);

/** The lines of a command in `usage`: the first is that of the service. */
export function synopsisOf(command: string): string {
  const [service = '', ...others] = usage.replace('usage: ', '').split(/\n {7}(?=dayahead-service)/);
  if (command === 'service') return service;
  return others.filter((each) => each.split(' ')[1] === command).join('\n       ');
}
