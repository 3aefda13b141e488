import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PlannedText, PlannerWorker } from '../../../src/runtime/planners/planner-worker.ts';
import { eventually } from '../../support/eventually.ts';
import { type Mosquitto, startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { startMqttProxy } from '../../support/mqtt/mqtt-proxy.ts';
import { subscribe } from '../../support/mqtt/subscriber.ts';
import { type PlanRequester, planRequester } from '../../support/planner/plan-requester.ts';

let mosquitto: Mosquitto;
let requester: PlanRequester;
const cleanups: (() => unknown)[] = [];
/** Answers are refused below `dayahead/refused/`, everything else is allowed. */
const folder = mkdtempSync(join(tmpdir(), 'rights-'));
const rights = join(folder, 'acl');
writeFileSync(rights, 'topic readwrite #\ntopic deny dayahead/refused/#\n');
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  mosquitto = await startMosquitto('max_inflight_messages 100', 'max_packet_size 4000', `acl_file ${rights}`);
  requester = await planRequester(mosquitto.url);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await requester.close();
  await mosquitto.stop();
});

/** A worker whose plans are under way for as long as a test wants: `plans.shift()` is the end of the oldest. */
async function worker(url = mosquitto.url) {
  const plans: ((planned?: PlannedText | Promise<PlannedText>) => void)[] = [];
  const asked: string[] = [];
  const told: string[] = [];
  const clock = { ms: 0 };
  const plan = (request: string) => {
    asked.push(request);
    return new Promise<PlannedText>((resolve) => {
      plans.push((planned = { text: `plan of ${request}`, refused: false }) => resolve(planned));
    });
  };
  const planner = new PlannerWorker({ broker: { url }, root: 'dayahead', plan, now: () => clock.ms });
  planner.on('told', (text) => told.push(text));
  const ready = once(planner, 'ready');
  planner.start();
  const [id] = await ready;
  /** Ends every plan at once from now on. */
  const hurry = () => {
    for (const end of plans.splice(0)) end();
    plans.push = (end) => {
      end();
      return 0;
    };
  };
  cleanups.push(async () => {
    hurry();
    await planner.stop();
  });
  return { planner, plans, asked, told, clock, hurry, id };
}

/** Of what a sender may send at length. */
const MANY = 'm'.repeat(1000);
const nobody = { responseTopic: '' };
const expiring = (seconds: number) => ({ properties: { messageExpiryInterval: seconds } });
const answeredTo = () => requester.answers.map(({ to }) => to);

describe('a planner', () => {
  it('answers on the response topic of each request, with its correlation data', async () => {
    const { hurry } = await worker();
    hurry();
    await requester.ask('one', 'A');
    await requester.ask('two', 'B', {}, 'dayahead/other-home/plan/request');
    expect(await requester.answered('one', 'two')).toEqual(['plan of A', 'plan of B']);
  });

  // Promise P-826 operate/planner-service: it expires before it is taken
  it('gives no answer to a request that expired while it waited, nor to one that expired while it was planned', async () => {
    const { planner, plans, asked, clock } = await worker();
    await requester.ask('planned too long', 'A', expiring(20));
    await requester.ask('waited too long', 'B', expiring(20));
    await requester.ask('waited as long', 'C', expiring(40));
    await eventually(() => expect(asked).toEqual(['A']));
    clock.ms = 20_000;
    plans.shift()?.();
    await eventually(() => expect(asked).toEqual(['A', 'C']));
    plans.shift()?.();
    await requester.answered('waited as long');
    expect(answeredTo()).toEqual(['waited as long']);
    await eventually(() => expect(planner.counts).toMatchObject({ answered: 1, expired: 2 }));
  });

  // Promise P-835 operate/planner-service: a house takes longer than its expiry, or than 60 s (960 slots with 8
  //   stores and 40 devices do)
  it('says so where there is no plan within a minute, or none at all', async () => {
    const { planner, plans, told } = await worker();
    await requester.ask('slow', 'A');
    await eventually(() => expect(plans).toHaveLength(1));
    plans.shift()?.('late');
    expect(await requester.answered('slow')).toEqual(['{"error":"not planned within 60 s"}']);
    await requester.ask('fatal', 'B');
    await eventually(() => expect(plans).toHaveLength(1));
    plans.shift()?.(Promise.reject(new Error('out of memory')));
    expect(await requester.answered('fatal')).toEqual(['{"error":"it could not be planned"}']);
    await eventually(() => expect(planner.counts.refused).toBe(2));
    expect(told).toEqual(['not planned: out of memory']);
  });

  // Promise P-822 operate/planner-service: it has no response topic or no correlation data
  it('drops what nobody could be answered to, counts it, and tells it once', async () => {
    const { planner, told, asked, hurry } = await worker();
    hurry();
    await requester.publish('A', { correlationData: Buffer.from('1') });
    await requester.publish('B', { responseTopic: 'answers' });
    await requester.ask('far', 'C', { properties: { responseTopic: 'a/'.repeat(300) } });
    await requester.ask('last', 'D');
    await requester.answered('last');
    expect(asked).toEqual(['D']);
    await eventually(() => expect(planner.counts).toEqual({ answered: 1, refused: 0, expired: 0, dropped: 3 }));
    expect(told).toEqual([
      'dropped: a request without response topic or correlation data, on dayahead/home/plan/request',
      expect.stringMatching(/^dropped: a request with a response topic that is not below the root .*, (a\/){50}…$/),
    ]);
  });

  // Promise P-823 operate/planner-service: its response topic is not below `<root>/` or `--answers`, accepts commands
  //   or requests (`…/set`, `…/set/…`, `…/plan/request`), belongs to a site (`<root>/<site>/window/…`) or to the
  //   planners (`<root>/planners/…`), or is invalid
  it('writes nothing to commands, nor among the planners, for one who asks for an answer there, counts it, and tells it once', async () => {
    const { planner, told, asked, hurry, id } = await worker();
    hurry();
    const listener = await subscribe(mosquitto.url);
    cleanups.push(listener.close);
    const refused = ['dayahead/planners/x', 'cmnd/boiler/POWER', 'dayahead/home/window/boiler/set/override'];
    for (const responseTopic of [`dayahead/planners/${id}`, `dayahead/planners/${id}/drained`, ...refused])
      await requester.ask('there', 'A', { properties: { responseTopic } });
    await requester.ask('last', 'B');
    await requester.answered('last');
    expect(asked).toEqual(['B']);
    await eventually(() => expect(planner.counts).toEqual({ answered: 1, refused: 0, expired: 0, dropped: 5 }));
    expect(told).toEqual([
      `dropped: a request with a response topic that is not below the root or --answers, or that a site or a planner uses itself, dayahead/planners/${id}`,
    ]);
    await listener.settled();
    const written = ['dayahead/planners/', 'cmnd/', 'dayahead/home/window/'];
    const words = listener.received.filter(({ topic }) => written.some((begin) => topic.startsWith(begin)));
    expect(words.map(({ topic, payload }) => [topic, payload])).toEqual([[`dayahead/planners/${id}`, 'online']]);
  });

  // Promise P-824 operate/planner-service: many requests of one kind are dropped, each with another topic
  it.each([
    [
      'answers that the broker refuses, on ever other response topics',
      (i: number) => requester.ask(`${i}`, 'A', { properties: { responseTopic: `dayahead/refused/${i}/${MANY}` } }),
      `dropped: an answer, on dayahead/refused/0/${MANY.slice(0, 81)}…: Publish error: Not authorized`,
    ],
    [
      'requests without a response topic, for ever other sites',
      (i: number) => requester.ask(`${i}`, 'A', { properties: nobody }, `dayahead/${i}${MANY}/plan/request`),
      `dropped: a request without response topic or correlation data, on dayahead/0${MANY.slice(0, 90)}…`,
    ],
  ])('tells once, and in short, of %s', async (_, ask, line) => {
    const { planner, told, hurry } = await worker();
    hurry();
    for (const i of [0, 1, 2]) await ask(i);
    await eventually(() => expect(planner.counts.dropped).toBe(3));
    expect(told).toEqual([line]);
  });

  it('tells once that answers are too long for the broker, whatever the length of each', async () => {
    const { planner, plans, told } = await worker();
    for (const i of [0, 1, 2]) {
      await requester.ask(`${i}`, 'A');
      await eventually(() => expect(plans).toHaveLength(1));
      plans.shift()?.({ text: 'A'.repeat(4000 + i), refused: false });
    }
    await eventually(() => expect(planner.counts.dropped).toBe(3));
    expect(told).toEqual([
      expect.stringMatching(/^dropped: an answer, on dayahead\/answers\/\w+: \d+ bytes, the broker takes 4000$/),
    ]);
  });

  it('tells once that plans fail, whatever house each fails of, and again what fails in another way', async () => {
    const { plans, told } = await worker();
    const failures = [new Error('no plan of A'), new Error('no plan of B'), new TypeError('no house')];
    for (const [i, failure] of failures.entries()) {
      await requester.ask(`${i}`, 'A');
      await eventually(() => expect(plans).toHaveLength(1));
      plans.shift()?.(Promise.reject(failure));
      await requester.answered(`${i}`);
    }
    expect(told).toEqual(['not planned: no plan of A', 'not planned: no house']);
  });

  // Promise P-828 operate/planner-service: the same at QoS 0
  it('keeps four requests at QoS 0, which no broker holds back, and drops more', async () => {
    const { planner, asked, hurry } = await worker();
    for (const to of ['1', '2', '3', '4', '5', '6']) await requester.ask(to, to, { qos: 0 });
    await eventually(() => expect(planner.counts.dropped).toBe(2));
    hurry();
    await requester.answered('1', '2', '3', '4');
    expect(asked).toEqual(['1', '2', '3', '4']);
  });

  // Promise P-827 operate/planner-service: a planner is busy
  it('holds four requests; the rest are left at the broker until one of them is done with', async () => {
    const { planner, plans, asked, clock } = await worker();
    for (const to of ['1', '2', '3', '4', '5', '6']) await requester.ask(to, to, expiring(30));
    await eventually(() => expect(asked).toEqual(['1']));
    // The four that are held have waited for as long as they may, those at the broker have not.
    clock.ms = 30_000;
    plans.shift()?.();
    await eventually(() => expect(asked).toEqual(['1', '5']));
    expect(planner.counts.expired).toBe(4);
  });
});

describe('of two planners', () => {
  // Promise P-833 operate/planner-service: it is stopped by SIGTERM or SIGINT
  // Promise P-834 operate/planner-service: all planners are gone
  it.each(['beside it', 'that starts when it has gone'])(
    'one that is stopped answers what it holds, and the other, %s, the rest',
    async (place) => {
      const one = await worker();
      const all = ['1', '2', '3', '4', '5', '6', '7', '8'];
      for (const to of all) await requester.ask(to, to);
      await eventually(() => expect(one.asked).toEqual(['1']));
      const beside = place === 'beside it' && (await worker());
      const stopped = one.planner.stop();
      one.hurry();
      if (beside) beside.hurry();
      await stopped;
      const other = beside || (await worker());
      other.hurry();
      expect(await requester.answered(...all)).toEqual(all.map((each) => `plan of ${each}`));
      expect([one.asked, other.asked]).toEqual([all.slice(0, 4), all.slice(4)]);
    },
  );

  // Promise P-830 operate/planner-service: the broker sees that a planner's connection ends
  // Promise P-832 operate/planner-service: a planner's connection is cut
  it('one whose line ends leaves all of its requests to the other at once, while no timer rings', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    const line = await startMqttProxy(mosquitto.port);
    cleanups.push(line.close);
    const one = await worker(line.url);
    const other = await worker();
    const all = ['1', '2', '3', '4', '5', '6', '7', '8'];
    for (const to of all) await requester.ask(to, to);
    while (one.asked.length === 0 || other.asked.length === 0) await setImmediate();
    const [held] = one.asked;
    other.hurry();
    line.down();
    expect(await requester.answered(...all)).toEqual(all.map((each) => `plan of ${each}`));
    expect(other.asked.toSorted()).toEqual(all);
    one.hurry();
    await setImmediate();
    expect([one.asked, one.planner.counts.answered]).toEqual([[held], 0]);
  });
});

// Promise P-836 operate/planner-service: the broker cannot be reached
it('a planner that is alone takes its requests up again when its line is back', async () => {
  const line = await startMqttProxy(mosquitto.port);
  cleanups.push(line.close);
  const { asked, hurry } = await worker(line.url);
  const all = ['1', '2', '3', '4', '5', '6', '7', '8'];
  for (const to of all) await requester.ask(to, to);
  await eventually(() => expect(asked).toEqual(['1']));
  line.cut();
  hurry();
  expect(await requester.answered(...all)).toEqual(all.map((each) => `plan of ${each}`));
});
