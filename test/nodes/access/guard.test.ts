import type { NodeAPI, NodeInitializer } from 'node-red';
import { describe, expect, it } from 'vitest';
import { guardRoute } from '../../../nodes/access/guard.ts';
import type { Answering, Asked } from '../../../nodes/access/http.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { nodeRed } from '../../support/node-red/node-red-helper.ts';

/** Routes behind the guard, below what Node-RED and `settings.js` have set for cross-origin requests. */
const routes: NodeInitializer = (RED) => {
  const allow = (asked: Asked, answer: Answering, next: () => void) => {
    answer.setHeader('Access-Control-Allow-Origin', String(asked.query.allowed));
    next();
  };
  const answerJson = (_: Asked, answer: Answering) => void answer.json({ passed: true });
  RED.httpAdmin.get('/guarded/json', allow, guardRoute(RED as NodeAPI), answerJson);
  RED.httpAdmin.get('/guarded/page', allow, guardRoute(RED as NodeAPI, { isPage: true }), answerJson);
};
const start = nodeRed(routes);
const open = (dayahead: object = {}) => start(manualClock(1_768_467_600), [], {}, { dayahead });

const foreign = { origin: 'http://elsewhere.example' };
const german = { 'accept-language': 'de', host: 'home.example:8443' };

describe('every answer behind the guard', () => {
  it.each([
    ['*', undefined],
    ['https://dashboard.example', 'https://dashboard.example'],
  ])('is for its own origin, and where Access-Control-Allow-Origin was %s keeps %s of it', async (allowed, kept) => {
    const flow = await open();
    for (const [headers, status] of [[{}, 200] as const, [foreign, 403] as const]) {
      const answer = await flow.get(`/guarded/json?allowed=${allowed}`, headers);
      expect(answer.status).toBe(status);
      expect(answer.headers['access-control-allow-origin']).toBe(kept);
      expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(answer.headers['content-security-policy']).toBe("frame-ancestors 'self'");
    }
  });
});

describe('a refusal', () => {
  it('is a fault in JSON', async () => {
    const { status, body } = await (await open()).get('/guarded/json', foreign);
    expect([status, body]).toEqual([403, { fault: { code: 'origin' } }]);
  });

  // Promise P-436 use/household-page: any other name is refused with the line to add
  it('of the page is a page in the language of the reader, with the line for settings.js', async () => {
    const flow = await open();
    const { status, headers, text } = (await flow.get('/guarded/page', german)) as unknown as Page;
    expect([status, headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(text).toContain('<html lang="de">');
    expect(text).toContain("starten Sie Node-RED neu: dayahead: { hosts: ['home.example'] },</p>");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('is over once that line is in settings.js', async () => {
    const flow = await open({ hosts: ['home.example'] });
    expect((await flow.get('/guarded/page', german)).status).toBe(200);
  });
});

interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

it('settings that cannot be used are told once, in the log', async () => {
  const flow = await open({ trustedProxies: ['proxy.lan'] });
  for (let i = 0; i < 3; i++) await flow.get('/guarded/json');
  const warned = flow.warnings().filter((text) => text.includes('trustedProxies'));
  expect(warned).toEqual([
    expect.stringMatching(/^\[dayahead\] settings\.js: dayahead\.trustedProxies .*"proxy\.lan"/),
  ]);
});
