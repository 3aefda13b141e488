#!/usr/bin/env node
import { unreadableText } from '../core/file-error.ts';
import { withoutSecrets } from '../core/secrets/secrets.ts';
import type { Instant } from '../core/time.ts';
import { packageVersion } from '../runtime/package-version.ts';
import { AccountError } from '../service/accounts/accounts.ts';
import { StateError } from '../service/errors.ts';
import type { AccessRecord } from '../service/http/access-record.ts';
import { type RunningServer, startServer } from '../service/server.ts';
import { createService, type ServiceOptions, serviceOver, systemNow } from '../service/service.ts';
import { defaultFigures } from './figures/default-folder.ts';
import { type Flags, readFlags, UsageError } from './flags.ts';
import { liveChoice } from './live-choice.ts';
import { openForService } from './state.ts';
import { accountCommand, isAccountCommand } from './token.ts';

/** The service alone: one line of JSON on stdout when it is ready, its log as JSON lines on stderr. */
async function run(flags: Flags): Promise<void> {
  const log = logTo(process.stderr);
  process.removeAllListeners('warning').on('warning', ({ name, message }) => log({ warning: `${name}: ${message}` }));
  const { host, port, state } = flags;
  const base = optionsOf(flags, (record) => log(logLine(record)));
  const live = flags.live
    ? (await import('./live.ts')).openLive(liveChoice(flags), base.now ?? systemNow, log)
    : undefined;
  const options = { ...base, ...(live && { live: live.holdings }) };
  const stopUpdates = flags['update-figures'] ? await startUpdates(flags, base.now ?? systemNow, log) : () => {};
  const address = { ...(host !== undefined && { host }), ...(port !== undefined && { port }), ownsProcess: true };
  if (state === undefined) {
    const service = createService(options);
    const server = await startServer(service, address);
    live?.prices.start();
    return serve(server, { tokens: service.tokens }, () => {
      stopUpdates();
      return live?.prices.stop();
    });
  }
  const kept = await openForService(state, flags);
  const tokens = await kept.ownTokens(options.now?.() ?? systemNow());
  const server = await startServer(serviceOver(kept.visits, { ...options, logState: log }), address);
  live?.prices.start();
  serve(server, { tokens }, async () => {
    stopUpdates();
    await kept.close();
    await live?.prices.stop();
  });
}

const startUpdates = async (flags: Flags, now: () => Instant, log: (line: object) => void) =>
  (await import('./figures/updates.ts')).startFigureUpdates(flags.figures ?? defaultFigures(), now, log);

/** Says that the server is ready; a signal ends it when the answers under way are complete. */
function serve(server: RunningServer, facts: object, close: () => unknown = () => {}): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.stop().then(close));
  say(process.stdout, { url: server.url, ...facts });
}

const optionsOf = (
  { catalogue, prices, own, now, delay, figures, 'trust-proxy': trustProxy }: Flags,
  log: (record: AccessRecord) => void,
): ServiceOptions => ({
  ...(catalogue === undefined ? { figures: figures ?? defaultFigures() } : { catalogue }),
  ...(prices !== undefined && { prices }),
  ...(own !== undefined && { own }),
  ...(now !== undefined && { now: clockFrom(now) }),
  ...(delay !== undefined && { delayMs: delay }),
  ...(trustProxy !== undefined && { trustProxy }),
  log,
});

/** A clock that shows `start` now and runs on. */
function clockFrom(start: Instant): () => Instant {
  const started = performance.now();
  return () => start + Math.floor((performance.now() - started) / 1000);
}

const say = (stream: NodeJS.WriteStream, line: object) => stream.write(`${JSON.stringify(line)}\n`);

const print = (lines: readonly string[]) => void process.stdout.write(lines.map((line) => `${line}\n`).join(''));

/** Lines of JSON, written together once all that is under way has been done: a write of its own costs half an answer. */
function logTo(stream: NodeJS.WriteStream): (line: object) => void {
  let lines: string[] = [];
  let time = '';
  const flush = () => {
    stream.write(lines.join(''));
    lines = [];
  };
  return (line) => {
    if (lines.length === 0) {
      setImmediate(flush);
      time = new Date().toISOString();
    }
    lines.push(`${withoutSecrets(JSON.stringify({ time, ...line }))}\n`);
  };
}

const logLine = (record: AccessRecord): object =>
  record.error === undefined ? record : { ...record, error: stackOf(record.error) };

const stackOf = (error: unknown) => (error instanceof Error ? error.stack : String(error));

/** Whoever reads has had enough, as `head`. */
const endWithReader = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
};

/** `help`, `help COMMAND`, `COMMAND … --help` and `--help` among the options of the service. */
async function helpOf([command = '', about]: readonly string[]): Promise<string> {
  const { helpText, isCommand } = await import('./help/help.ts');
  if (command !== 'help') return helpText(isCommand(command) ? command : undefined);
  return helpText(about?.startsWith('-') ? undefined : about);
}

async function helpHint([command = 'service']: readonly string[]): Promise<string> {
  const about = command.startsWith('-') ? 'service' : command;
  return (await import('./help/help.ts')).isCommand(about)
    ? `Run dayahead-service help ${about} for its options`
    : 'Run dayahead-service help for all commands';
}

async function main(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  process.stdout.on('error', endWithReader);
  // Everybody on the machine may see a process by its arguments, and the address of a database may have a password.
  if (args.some((arg) => /postgres(ql)?:/i.test(arg))) process.title = 'dayahead-service';
  try {
    if (command === 'help' || args.includes('--help') || args.includes('-h')) return print([await helpOf(args)]);
    if (command === '--version') return print([packageVersion()]);
    if (command === 'check') return print((await import('./check.ts')).checkCommand(rest, systemNow()));
    if (command === 'compare') {
      const { lines, isDone } = (await import('./compare.ts')).compareCommand(rest, systemNow());
      print(lines);
      process.exitCode = isDone ? 0 : 1;
      return;
    }
    if (command === 'catalogue') {
      const { lines, isDone } = await (await import('./figures/catalogue-command.ts')).catalogueCommand(
        rest,
        systemNow(),
      );
      print(lines);
      process.exitCode = isDone ? 0 : 1;
      return;
    }
    if (command === 'doctor') {
      const { lines, isWell } = await (await import('./doctor/doctor.ts')).doctorCommand(rest, systemNow());
      print(lines);
      process.exitCode = isWell ? 0 : 1;
      return;
    }
    if (command === 'import') return print((await import('./import.ts')).importCommand(rest));
    if (command === 'fetch') return print(await (await import('./fetch.ts')).fetchCommand(rest, systemNow()));
    if (command === 'feeds') return print((await import('./feeds.ts')).feedsCommand(rest));
    if (command === 'move') return void say(process.stdout, await (await import('./move.ts')).moveCommand(rest));
    if (command === 'service') return await run(readFlags(rest));
    if (isAccountCommand(args)) {
      for (const line of await accountCommand(args, systemNow())) say(process.stdout, line);
      return;
    }
    // An argument with these characters may hold a password, and must not be printed.
    if (command && !/^-|:\/\/|@/.test(command))
      throw new UsageError((await import('./help/help.ts')).unknownCommand(command));
    await run(readFlags(args));
  } catch (error) {
    const text = error instanceof Error ? missingText(error) : String(error);
    process.stderr.write(`dayahead-service: ${withoutSecrets(text)}\n`);
    if (error instanceof UsageError) process.stderr.write(`${await helpHint(args)}\n`);
    process.exitCode = [UsageError, AccountError, StateError].some((kind) => error instanceof kind) ? 2 : 1;
  }
}

/** A file or folder that cannot be read, by its path. */
function missingText(error: Error & { readonly path?: string }): string {
  const text = unreadableText(error);
  return text === error.message || error.path === undefined ? error.message : `${error.path}: ${text}`;
}

void main(process.argv.slice(2));
