import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/client/errors.ts';
import type { DemandPatch } from '../../../src/messages/demand/demand.ts';
import type { DeviceReport } from '../../../src/runtime/device/report.ts';
import { type ReportFacts, reportText } from '../../../src/runtime/diagnostics/report.ts';
import type { Member } from '../../../src/runtime/editor/overview.ts';
import { SourceError } from '../../../src/runtime/problems.ts';
import { lawCases } from '../../support/cases.ts';
import { nothingPlanned } from '../../support/device/nothing-planned.ts';
import { knownSeriesOf } from '../../support/feeds/known-series.ts';

const now = Date.parse('2026-01-14T09:05:00Z') / 1000;
const site = {
  id: 'abc',
  type: 'dayahead-config',
  schema: 2,
  name: 'Villa Kunterbunt',
  site: 'villa',
  service: 'embedded',
};
const heater = {
  id: 'def',
  type: 'dayahead-cheapest-window',
  name: 'Sauna',
  config: 'abc',
  minutes: '90',
  readyBy: '07:00',
};
const prices = {
  id: 'ghi',
  type: 'dayahead-price-series',
  name: 'Prices of the villa',
  country: 'DE',
  postalCode: '10115',
  consumption: { id: 'hourly', name: 'Hourly', companyName: 'Power' },
  grid: { id: 'own-my-network', name: 'Mine' },
  d: true,
};
const facts = (fields: Partial<ReportFacts> = {}): string =>
  reportText({
    versions: ['Node.js v24.1.0'],
    now,
    timeZone: 'Europe/Berlin',
    nodes: [],
    private: [],
    credentials: [],
    members: [],
    asked: [],
    logged: [],
    ...fields,
  });
const report: DeviceReport = {
  switch: { on: false, reason: 'planned', until: null, price: 0.3 },
  plan: { ...nothingPlanned, shortMinutes: 90 },
  demand: { minutes: 90 },
};
const deviceState = { report };
const logged = (text: string, id?: string) => ({ at: now - 60, level: 'error' as const, text, ...(id && { id }) });

describe('the report of a problem', () => {
  it('of flows without our nodes says so in each of its parts', () => {
    expect(facts()).toBe(`### Versions

- Node.js v24.1.0
- 2026-01-14T09:05:00Z, clock of Europe/Berlin

### Settings

- none

### Prices, plans and orders

- none

### Last questions to public sources

- none

### Last warnings and errors

- none
`);
  });

  it('tells settings that lead to a price or a plan, and of the others that they are filled in', () => {
    const text = facts({ nodes: [site, heater, prices] });
    expect(text).toContain('- config 1: schema 2 · service embedded · (filled in: name, site)');
    expect(text).toContain('- cheapest-window 1: minutes 90 · readyBy 07:00 · (filled in: name, config)');
    expect(text).toContain(
      '- price-series 1 (disabled): country DE · consumption hourly · grid own contract · (filled in: name, postalCode)',
    );
  });

  it('tells no country where no tariff is chosen: the dialog begins with one', () => {
    const { consumption: _, grid: __, ...behindATariffSelect } = prices;
    expect(facts({ nodes: [behindATariffSelect] })).toContain(
      '- price-series 1 (disabled): (filled in: name, postalCode)',
    );
  });

  it.each<[string, DemandPatch, boolean | null, string]>([
    ['nothing', { override: 'auto', overrideUntil: null }, null, ''],
    [
      'an amount, a deadline and a limit',
      { minutes: 45, readyBy: 'Fri 07:00', maxPrice: '80 %', enabled: false, override: 'auto', overrideUntil: null },
      null,
      'minutes 45, readyBy Fri 07:00, maxPrice 80 %, enabled false',
    ],
    ['phases', { profile: [{ minutes: 30, kw: 2 }] }, null, 'profile [{"minutes":30,"kw":2}]'],
    [
      'an order by hand with its end',
      { override: 'on', overrideUntil: '2026-01-14T11:00:00Z' },
      null,
      'override on, overrideUntil 2026-01-14T11:00:00Z',
    ],
    ['no car', {}, false, 'connected false'],
  ])('tells that %s is asked of a device', (_, told, connected, said) => {
    const state = {
      report: { ...report, demand: { ...report.demand, connected } },
      conflict: undefined,
      told: () => told,
    };
    const members = [{ kind: 'device', id: 'def', name: 'Sauna', site: 'abc', state }] as unknown as Member[];
    const line = facts({ nodes: [heater], members })
      .split('\n')
      .find((text) => text.startsWith('- cheapest-window 1 of'));
    expect(line).toMatch(said === '' ? /min short$/ : /min short · asked by messages and topics: .*$/);
    expect(line?.split('asked by messages and topics: ')[1] ?? '').toBe(said);
  });

  it('tells what is in force of a battery or a car', () => {
    const order = { mode: 'hold', chargeKw: 0, dischargeKw: 0, until: null, reason: 'no-soc', valuePerKwh: null };
    const plan = { battery: 'car', stretches: [], knownUntil: null, reason: 'no-soc', timeZone: 'Europe/Berlin' };
    const values = { enabled: true, override: 'auto', overrideUntil: null, targetSoc: 80, readyBy: 'Fri 06:00' };
    const state = { report: { order, plan, values }, conflict: undefined };
    const members = [{ kind: 'battery', id: 'jkl', name: 'Car', site: '', state }] as unknown as Member[];
    expect(facts({ members })).toContain(' · in force: enabled true, targetSoc 80, readyBy Fri 06:00\n');
  });

  // Promise P-841 operate/report: it shows how a site stands with its broker, and whose prices a device takes
  it('tells the last prices, the last plan, and what is wrong', () => {
    const series = knownSeriesOf({
      country: 'DE',
      from: '2026-01-14T09:00:00Z',
      until: '2026-01-14T12:00:00Z',
      resolution: 3600,
      total: () => 0.3,
    });
    const fault = { code: 'source-failed', values: { source: 'smard' }, detail: 'answers 500 at villa' };
    const members = [
      {
        ...{ kind: 'prices', id: 'ghi', name: 'Prices of the villa', site: 'abc' },
        state: { prices: { series }, problem: new SourceError(fault, 'smard'), demo: false, conflict: undefined },
      },
      {
        ...{ kind: 'device', id: 'def', name: 'Sauna', site: 'abc' },
        prices: ['ghi', 'gone'],
        state: { ...deviceState, conflict: 'another' },
      },
      {
        kind: 'site',
        id: 'abc',
        name: 'Villa Kunterbunt',
        site: 'abc',
        brokerState: () => ({ isConnected: true, version: '3.1.1' }),
      },
      { kind: 'battery', id: 'inside a subflow', name: 'Cellar', site: '' },
    ] as Member[];
    const lines = facts({ nodes: [site, heater, prices], members }).split('\n');
    expect(lines.find((line) => line.startsWith('- price-series 1 of config 1:'))).toBe(
      '- price-series 1 of config 1: source service · asked 2026-01-14T10:00:00+01:00, next 2026-01-14T13:00:00+01:00 · ' +
        '3 prices of 3600 s in EUR, 2026-01-14T10:00:00+01:00 to 2026-01-14T13:00:00+01:00 · ' +
        'problem source-failed (answers 500 at •••)',
    );
    expect(lines).toContain(
      '- cheapest-window 1 of config 1: prices of price-series 1, another node · off (planned) until further notice · plan no-prices, 90 min short · its name is taken',
    );
    expect(lines).toContain('- battery 1: not running');
    expect(lines).toContain('- config 1: broker connected, MQTT 3.1.1');
  });

  it('has the id of a request that was refused, which people are not shown', () => {
    const asked = { url: 'https://prices.example', status: 500, requestId: 'req-7' };
    const problem = new ServiceError(asked, 'answered 500 (X-Request-Id req-7)');
    const state = { prices: undefined, problem, demo: false, conflict: undefined };
    const members = [{ kind: 'prices', id: 'ghi', name: 'Prices', site: '', state }] as Member[];
    expect(facts({ nodes: [prices], members })).toContain('no prices yet · problem service · X-Request-Id req-7\n');
  });

  it('tells the last questions to each public source, and the next', () => {
    const ask = { feed: 'smard', at: now, first: '2026-01-14', last: '2026-01-15', outcome: 'partial' } as const;
    expect(facts({ asked: [{ zone: 'DE-LU', asks: [ask], next: now + 600 }] })).toContain(
      '- DE-LU: smard 2026-01-14T09:05:00Z for 2026-01-14 to 2026-01-15: partial\n- DE-LU: next 2026-01-14T09:15:00Z',
    );
  });

  // Promise P-842 operate/report: no name, topic, host at home or postal code either
  it.each([
    ['a name', 'the name of Sauna is taken by Villa Kunterbunt', 'the name of ••• is taken by •••'],
    ['a topic', 'dayahead/villa-kunterbunt/window/sauna: no', 'dayahead/•••/window/•••: no'],
    ['a postal code', 'no network at 10115', 'no network at •••'],
    ['a host at home', 'connect ECONNREFUSED cellar.lan:1883', 'connect ECONNREFUSED •••'],
    ['lines', 'one\n  two\r\n\r\n### three\tfour', 'one two ### three four'],
  ])('leaves out of an error %s', (_, text, said) => {
    const broker = { id: 'mno', type: 'mqtt-broker', broker: 'mqtt://cellar.lan:1883' };
    const shown = facts({ nodes: [site, heater, prices], private: [broker], logged: [logged(text, 'def')] });
    expect(shown).toContain(`- 2026-01-14T09:04:00Z error of cheapest-window 1: ${said}\n`);
  });

  it('leaves out of the problem of a broker what is private', () => {
    const broker = { id: 'mno', type: 'mqtt-broker', broker: 'mqtt://cellar.lan:1883' };
    const trouble = { host: 'cellar.lan:1883', why: 'cellar.lan:1883 is not cellar.lan:1883' };
    const member = { kind: 'site', id: 'abc', name: 'Villa', site: 'abc', broker: trouble } as const;
    const members = [{ ...member, brokerState: () => ({ isConnected: false, version: '5' }) }] as Member[];
    expect(facts({ nodes: [site], private: [broker], members })).toContain(
      '- config 1: broker not connected (••• is not •••)\n',
    );
  });

  it.each([
    ['an address with a password', 'https://me:password@h.lan', 'https://•••@h.lan'],
    ['a password twice', 'open-sesame open-sesame', '••• •••'],
  ])('has no secret in a setting that it tells: %s', (_, timeZone, told) => {
    const text = facts({ nodes: [{ ...site, timeZone }], credentials: { site: { token: 'open-sesame' } } });
    expect(text).toContain(` · timeZone ${told} · `);
  });

  // Promise P-840 operate/report: no secret of a flow is in it, wherever it stands and whoever repeats it
  it('has no secret of a flow, wherever it stands and whoever repeats it', () => {
    // What our own words hold is no secret of anybody's.
    const secret = fc
      .string({ minLength: 8, maxLength: 24, unit: 'grapheme-ascii' })
      .filter((text) => !/^[\s\w]*$/.test(text));
    const secrets = fc.array(secret, { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(secrets, ([token = '', password = '', user = '', bearer = '', key = '', echoed = '']) => {
        const url = `https://${encodeURIComponent(user)}:${encodeURIComponent(password)}@service.example/v2?key=${encodeURIComponent(key)}`;
        const node = {
          ...site,
          url,
          brokerUrl: url.replace('https', 'mqtts'),
          brokerUser: bearer,
          sources: `smard=${url}`,
        };
        const all = [token, password, user, bearer, key, echoed];
        const text = facts({
          nodes: [node, { ...heater, topic: url }],
          private: [{ type: 'mqtt-broker', broker: url }],
          credentials: [{ token }, [{ echoed }]],
          members: [
            { kind: 'device', id: 'def', name: url, site: 'abc', prices: all, state: deviceState },
            {
              kind: 'site',
              id: 'abc',
              name: token,
              site: 'abc',
              broker: { host: url, why: `${url} ${all.join(' ')}` },
              brokerState: () => ({ isConnected: false, version: '5' }),
            },
          ] as Member[],
          logged: [logged(`${url} ${all.join(' ')}`), ...all.map((one) => logged(`wrong: "${one}"`))],
        });
        for (const one of all) {
          expect(text).not.toContain(one);
          expect(text).not.toContain(encodeURIComponent(one));
        }
      }),
      lawCases(200),
    );
  });
});
