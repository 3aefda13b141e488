import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeModes } from '../../src/messages/battery/settings.ts';
import { type Command, codeOf, standIns } from '../support/device/stand-in-inverters.ts';

const NOW = Date.parse('2026-01-15T23:55:00') / 1000;
const pages = Object.keys(standIns) as (keyof typeof standIns)[];
const page = (name: string) => readFileSync(`docs/integrate/recipes/${name}.md`, 'utf8');

interface Message {
  readonly topic?: string;
  readonly payload: unknown;
}

/** What the code of a page sends for a mode, as it leaves a function node and reaches the inverter. */
function sent(name: keyof typeof standIns, mode: string, at = NOW): Command[] {
  const payload = { mode, chargeKw: mode === 'charge' ? 3 : 0, dischargeKw: mode === 'discharge' ? 2.5 : 0 };
  return sentFor(name, payload, at);
}

function sentFor(name: keyof typeof standIns, payload: object, at: number): Command[] {
  const result: Message | [Message[]] = new Function('msg', codeOf(name))({ payload });
  const messages = Array.isArray(result) ? result[0] : [result];
  return messages.map(({ topic = name, payload: told }) => ({
    at,
    topic,
    payload: typeof told === 'string' ? told : JSON.stringify(told),
  }));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the code of each recipe', () => {
  // Promise P-682 integrate/inverters: each mode has the effect on each inverter that its page describes; a mode
  //   without a command is `normal`
  // Promise P-725 integrate/recipes/*: Victron, Fronius, SMA, Huawei, Marstek: what a mode makes of each
  it.each([
    ['evcc', 'normal', 'hold', 'holdcharge', 'charge', 'normal'],
    ['victron', 'normal', 'hold', 'normal', 'charge', 'normal'],
    ['fronius', 'normal', 'hold', 'holdcharge', 'charge 3 kW', 'discharge 2.5 kW'],
    ['huawei', 'normal', 'hold', 'normal', 'charge 3 kW', 'discharge 2.5 kW'],
    ['sma', 'normal', 'hold', 'holdcharge', 'charge 3 kW', 'normal'],
    ['marstek', 'normal', 'hold', 'normal', 'charge 3 kW', 'discharge 2.5 kW'],
  ] as const)('brings %s for each mode to: %s, %s, %s, %s, %s', (name, ...expected) => {
    expect(storeModes.map((mode) => standIns[name](sent(name, mode), NOW))).toEqual(expected);
  });

  // Promise P-683 integrate/inverters: the same from each other mode
  it.each(pages)('takes %s from each mode to each other', (name) => {
    for (const before of storeModes) {
      for (const after of storeModes) {
        const alone = standIns[name](sent(name, after), NOW);
        expect(standIns[name]([...sent(name, before, NOW - 900), ...sent(name, after)], NOW)).toBe(alone);
      }
    }
  });

  // Promise P-686 integrate/inverters: an inverter is `normal` twenty minutes after the last word
  // Promise P-726 integrate/recipes/*: Victron, Fronius, SMA, Huawei, Marstek: the inverter is released
  it.each(pages)('leaves %s at normal twenty minutes after the last word', (name) => {
    for (const mode of storeModes) expect(standIns[name](sent(name, mode), NOW + 20 * 60)).toBe('normal');
  });

  // Promise P-684 integrate/inverters: a mode holds until it is published again a quarter hour later
  it.each(pages.filter((name) => !page(name).includes('**resends it every 30 seconds**')))(
    'holds %s in its mode until it is said again a quarter hour later',
    (name) => {
      for (const mode of storeModes) {
        const told = sent(name, mode);
        expect(standIns[name](told, NOW + 15 * 60 + 30)).toBe(standIns[name](told, NOW));
      }
    },
  );

  // Promise P-685 integrate/inverters: evcc and SMA keep a mode until it is sent again
  // Promise P-724 integrate/recipes/*: evcc: the mode of a battery, and a minute later none
  it.each(['evcc', 'sma'] as const)('holds %s in its mode for the half minute until it is resent', (name) => {
    for (const mode of storeModes) {
      expect(standIns[name](sent(name, mode), NOW + 35)).toBe(standIns[name](sent(name, mode), NOW));
    }
  });
});

describe('the code of each charger', () => {
  const run = (name: string, payload: object): [{ topic: string; payload: string }[]] =>
    new Function('msg', codeOf(name))({ payload });
  const told = (name: string, payload: object) =>
    run(name, payload)[0].map(({ topic, payload: text }) => `${topic} ${text}`);

  // Promise P-728 integrate/recipes/*: go-e: a car's current and phases before it is to charge
  it.each([
    [{ mode: 'charge', chargeKw: 2.3, amps: 10, phases: 1 }, ['amp/set 10', 'psm/set 1', 'frc/set 2']],
    [{ mode: 'charge', chargeKw: 11.04, amps: 16, phases: 3 }, ['amp/set 16', 'psm/set 2', 'frc/set 2']],
    [{ mode: 'hold', chargeKw: 0, amps: 0, phases: 3 }, ['frc/set 1']],
  ])('tells a go-e at %j current and phases before it is to charge', (order, expected) => {
    expect(told('go-e', order)).toEqual(expected.map((end) => `go-eCharger/123456/${end}`));
  });

  // Promise P-729 integrate/recipes/*: openWB: a car's current before it is to charge
  it.each([
    [{ mode: 'charge', chargeKw: 2.3, amps: 10, phases: 1 }, ['chargecurrent 10', 'chargemode instant']],
    [{ mode: 'hold', chargeKw: 0, amps: 0, phases: 3 }, ['chargemode stop']],
  ])('tells an openWB at %j its current before it is to charge', (order, expected) => {
    expect(told('openwb', order)).toEqual(expected.map((end) => `openWB/simpleAPI/set/chargepoint/3/${end}`));
  });
});

interface FlowNode {
  readonly id: string;
  readonly wires?: readonly (readonly string[])[];
  readonly [field: string]: unknown;
}

describe('the trigger of an example', () => {
  const nodesOf = (example: string): FlowNode[] => JSON.parse(readFileSync(`examples/${example}.json`, 'utf8'));
  const silenceOf = (example: string) => nodesOf(example).find(({ id }) => id === `example-${example}-silence`);
  const toldBy = (example: string) => JSON.parse(String(silenceOf(example)?.op2));

  // Promise P-688 integrate/inverters: the trigger of the example sends `normal` after 20 minutes without a message
  it.each([
    ['battery', 'normal'],
    ['sun-and-car', 'hold'],
  ])('of %s says %s after twenty minutes of silence, beside the wire that it watches', (example, mode) => {
    const silence = silenceOf(example);
    expect(silence).toMatchObject({ op1type: 'nul', op2type: 'json', extend: true, duration: '20', units: 'min' });
    expect(toldBy(example).mode).toBe(mode);
    const [watched] = nodesOf(example).find(({ wires }) => wires?.[0]?.includes(silence?.id ?? ''))?.wires ?? [];
    expect(watched).toEqual([silence?.id, ...(silence?.wires?.[0] ?? [])]);
  });

  // Promise P-689 integrate/inverters: each page of an inverter understands this `normal`
  it.each(pages)('brings %s from each mode to normal', (name) => {
    for (const before of storeModes) {
      const told = sentFor(name, toldBy('battery'), NOW + 20);
      expect(standIns[name]([...sent(name, before), ...told], NOW + 20)).toBe('normal');
    }
  });

  // Promise P-730 integrate/recipes/*: openWB, go-e: the trigger of the example stops both
  it.each([
    ['go-e', [['go-eCharger/123456/frc/set', '1']]],
    ['openwb', [['openWB/simpleAPI/set/chargepoint/3/chargemode', 'stop']]],
  ])('stops a %s', (name, orders) => {
    const [messages]: [Message[]] = new Function('msg', codeOf(name))({ payload: toldBy('sun-and-car') });
    expect(messages.map(({ topic, payload }) => [topic, payload])).toEqual(orders);
  });

  it('stands beside the wire in the drawing of docs/integrate/inverters.md too', () => {
    expect(readFileSync('docs/integrate/inverters.md', 'utf8')).toContain(
      'battery ──┬──────────────┬──▶ function ──▶ mqtt out, udp out or modbus-flex-write\n          └──▶ trigger ──┘',
    );
  });
});

/** The one that Node-RED itself depends on. */
const jsonata: (expression: string) => { evaluate(input: unknown): Promise<unknown> } = createRequire(
  createRequire(import.meta.url).resolve('@node-red/util/package.json'),
)('jsonata');

describe('the watch on another machine', () => {
  const [, json = ''] = /```json\n([\s\S]+?)```/.exec(readFileSync('docs/integrate/inverters.md', 'utf8')) ?? [];
  const nodes: { id: string; property?: string; extend?: boolean; duration?: string; units?: string }[] =
    JSON.parse(json);
  const node = (id: string) => nodes.find((one) => one.id === id);

  // Promise P-695 integrate/inverters: the watchdog ignores messages that the broker has retained
  it.each([
    [{ payload: 'charge', retain: false }, true],
    [{ payload: 'charge', retain: true }, false],
    [{ payload: '', retain: false }, false],
  ])('takes %j for a mode that is said: %s', async (message, expected) => {
    expect(await jsonata(node('watch-anew')?.property ?? '').evaluate(message)).toBe(expected);
  });

  // Promise P-694 integrate/inverters: the watchdog also works if it has received nothing since its own start
  it('begins with its start, and says normal where nothing is heard from there on', () => {
    expect(node('watch-start')).toMatchObject({ once: true, wires: [['watch-silence']] });
    expect(node('watch-silence')).toMatchObject({ op1type: 'nul', op2: expect.stringContaining('"mode":"normal"') });
  });

  // Promise P-693 integrate/inverters: the watchdog waits twenty minutes, longer than the time between two messages
  //   with the mode
  it('waits for twenty minutes after each, which is longer than a mode is said again', () => {
    expect(node('watch-silence')).toMatchObject({ extend: true, duration: '20', units: 'min' });
  });
});

describe('docs/integrate/inverters.md', () => {
  const table = readFileSync('docs/integrate/inverters.md', 'utf8');

  // Promise P-691 integrate/inverters: the page has each inverter, which reports its state of charge, and notes that
  //   hardware was not tried
  it.each(pages)('has %s, and its page says whether it falls back and that hardware was not tried', (name) => {
    expect(table).toContain(`(recipes/${name}.md`);
    expect(page(name)).toMatch(
      name === 'marstek' ? /\*\*It may not fall back as it should\.\*\*/ : /\*\*It falls back by itself\*\*/,
    );
    if (name !== 'evcc') expect(page(name)).toContain('Hardware was not tried.');
    expect(page(name)).toContain('**How full it is**');
  });
});
