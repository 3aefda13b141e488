import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerTo } from '../../../src/messages/house/answer.ts';
import { PlannerWorker } from '../../../src/runtime/planners/planner-worker.ts';
import { type Mosquitto, startMosquitto } from '../../support/mqtt/mosquitto.ts';

const page = readFileSync('docs/operate/planner-service.md', 'utf8');
const [request = '', answer = '', refusal = ''] = [...page.matchAll(/```json\n([^`]+)```/g)].map(
  ([, json = '']) => json,
);
const [commands = ''] = [...page.matchAll(/```sh\n([^`]+)```/g)].map(([, lines = '']) => lines).slice(1);

it('the request of the page has the answer of the page', () => {
  expect(JSON.parse(answerTo(request).text)).toMatchObject(JSON.parse(answer));
});

it('a request that is wrong is told so as the page says', () => {
  const { slots, stores, ...rest } = JSON.parse(request);
  const wrong = {
    ...rest,
    slots: [{ ...slots[0], importPrice: '0.41' }, ...slots.slice(1)],
    stores: [{ ...stores[0], chargeEfficiency: 95 }],
  };
  expect(JSON.parse(answerTo(JSON.stringify(wrong)).text)).toEqual(JSON.parse(refusal));
});

describe('by hand', () => {
  let broker: Mosquitto;
  let planner: PlannerWorker;
  const folder = mkdtempSync(join(tmpdir(), 'request-'));
  beforeAll(async () => {
    broker = await startMosquitto();
    writeFileSync(join(folder, 'request.json'), request);
    planner = new PlannerWorker({ broker, root: 'dayahead', plan: async (house) => answerTo(house) });
    const ready = once(planner, 'ready');
    planner.start();
    await ready;
  });
  afterAll(async () => {
    await planner.stop();
    await broker.stop();
    rmSync(folder, { recursive: true });
  });

  const run = async (command: string) => {
    const here = command.replaceAll('-h localhost', `-h 127.0.0.1 -p ${broker.port}`);
    const child = spawn('sh', ['-c', here], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    return text(child.stdout);
  };
  const [asking = '', listening = '', publishing = ''] = commands.split(/\n(?=\w)/);

  it('mosquitto_rr asks and shows the answer', async () => {
    expect(JSON.parse(await run(asking))).toMatchObject(JSON.parse(answer));
  });

  it('mosquitto_rr -f sends the file from Mosquitto 2.1 on, and an empty request before', async () => {
    const [from = ''] = /-m .+$/.exec(asking) ?? [];
    const shown = JSON.parse(await run(asking.replace(from, '-f request.json')));
    const isOld = /version 2\.0\./.test(await run('mosquitto_rr --help || true'));
    const empty = { error: 'the request: expected an object in JSON' };
    expect(shown).toMatchObject(isOld ? empty : JSON.parse(answer));
  });

  it('mosquitto_pub asks, and mosquitto_sub shows the answer', async () => {
    let shown: string | undefined;
    const listener = run(listening).then((line) => {
      shown = line;
    });
    // Nobody is told when it listens: asked until then.
    while (shown === undefined) await run(publishing);
    await listener;
    expect(JSON.parse(shown)).toMatchObject(JSON.parse(answer));
  });
});
