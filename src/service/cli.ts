#!/usr/bin/env node
import type { Instant } from '../core/time.ts';
import type { AccessRecord } from './answering.ts';
import { type Flags, readFlags, UsageError, usage } from './flags.ts';
import { startServer } from './server.ts';
import { createService } from './service.ts';

/** The service alone: one line of JSON on stdout when it is ready, its log as JSON lines on stderr. */
async function run({ port, host, catalogue, prices, now, delay, 'trust-proxy': trustProxy }: Flags): Promise<void> {
  const service = createService({
    ...(catalogue !== undefined && { catalogue }),
    ...(prices !== undefined && { prices }),
    ...(now !== undefined && { now: clockFrom(now) }),
    ...(delay !== undefined && { delayMs: delay }),
    ...(trustProxy !== undefined && { trustProxy }),
    log: (record) => say(process.stderr, logLine(record)),
  });
  const server = await startServer(service, {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.stop());
  say(process.stdout, { url: server.url, tokens: service.tokens });
}

/** A clock that shows `start` now and runs on. */
function clockFrom(start: Instant): () => Instant {
  const started = performance.now();
  return () => start + Math.floor((performance.now() - started) / 1000);
}

const say = (stream: NodeJS.WriteStream, line: object) => stream.write(`${JSON.stringify(line)}\n`);

const logLine = ({ error, ...record }: AccessRecord) => ({
  time: new Date().toISOString(),
  ...record,
  ...(error !== undefined && { error: error instanceof Error ? error.stack : String(error) }),
});

async function main(): Promise<void> {
  try {
    await run(readFlags(process.argv.slice(2)));
  } catch (error) {
    process.stderr.write(`dayahead-service: ${error instanceof Error ? error.message : error}\n`);
    if (error instanceof UsageError) process.stderr.write(`${usage}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

void main();
