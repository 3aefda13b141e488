import { createServer } from 'node:http';
import { LOOPBACK, listen } from '../../../scripts/demo/listen.mts';
import { startPostgres } from '../service/postgres.ts';
import { ADDRESS_VARIABLE, type ProgramName } from './program.ts';

interface Program {
  readonly address: string;
  stop(): Promise<void>;
}

/** How each program that all test files of a run share is started. */
const starts: Record<ProgramName, () => Promise<Program>> = {
  async postgres() {
    const cluster = await startPostgres();
    return { address: cluster.address(), stop: () => cluster.remove() };
  },
};

/**
 * Vitest's global setup: answers on loopback with the address of a shared program, which starts when the first test file asks
 * for it. With `FRESH` set nothing is shared, and each file starts its own.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Every project runs this in the same process: the first one serves them all.
  if (process.env.FRESH || process.env[ADDRESS_VARIABLE]) return undefined;
  const programs = new Map<string, Promise<Program>>();
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '').slice(1) as ProgramName;
    try {
      const program = programs.get(name) ?? starts[name]();
      programs.set(name, program);
      response.end((await program).address);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  process.env[ADDRESS_VARIABLE] = `http://${LOOPBACK}:${await listen(server, 0)}`;
  return async () => {
    delete process.env[ADDRESS_VARIABLE];
    server.close();
    await Promise.all([...programs.values()].map(async (program) => (await program).stop()));
  };
}
