import { describe, expect, it } from 'vitest';
import { durationText } from '../../../../nodes/editor/common/amounts.ts';
import { cheapText } from '../../../../nodes/editor/household/cheap-words.ts';
import { deviceLines } from '../../../../nodes/editor/household/device-words.ts';
import { levelOfNow, priceNotes, priceNowText, troubleText } from '../../../../nodes/editor/household/price.ts';
import { isOld, type PageHouse, presentIn } from '../../../../nodes/editor/household/told.ts';
import { placeWords } from '../../../../nodes/editor/household/words.ts';
import { wordsIn } from '../../../../nodes/household/words.ts';

placeWords(wordsIn('en-US'));

const at = (clock: string) => Date.parse(`2026-01-14T${clock}:00+01:00`) / 1000;
const iso = (instant: number) => new Date(instant * 1000).toISOString();
const hours = Array.from({ length: 24 }, (_, hour) => ({
  start: iso(at('00:00') + hour * 3600),
  end: iso(at('00:00') + (hour + 1) * 3600),
  total: 0.25 + hour / 1000,
}));
const series = { timeZone: 'Europe/Berlin', currency: 'EUR', prices: hours, missing: [], coverage: { tomorrow: true } };
const day = { min: 0.2, max: 0.4, average: 0.3 };
const house = ({ cheap = [], ...fields }: { cheap?: [string, string][]; [field: string]: unknown } = {}) =>
  ({
    ...{ id: 'home', name: 'Home', choices: [], devices: [] },
    prices: { series: { ...series, source: { kind: 'live' }, attribution: [] }, now: day },
    cheap: cheap.map(([start, end]) => ({ start, end })),
    ...fields,
  }) as unknown as PageHouse;

describe('when power is cheap, in words', () => {
  const spell = ['2026-01-15T01:15:00+01:00', '2026-01-15T05:00:00+01:00'] as [string, string];
  const later = ['2026-01-15T12:00:00+01:00', '2026-01-15T15:00:00+01:00'] as [string, string];
  it.each([
    ['tonight', '22:05', [spell], 'Cheap from 01:15 to 05:00.'],
    ['more than twelve hours ahead', '10:00', [spell], 'Cheap from Thu 01:15 to Thu 05:00.'],
    ['now', '22:05', [['2026-01-14T21:00:00+01:00', '2026-01-14T23:30:00+01:00']], 'Cheap until 23:30.'],
    [
      'now, and again',
      '22:05',
      [['2026-01-14T21:00:00+01:00', '2026-01-14T23:30:00+01:00'], spell],
      'Cheap until 23:30, and again from 01:15.',
    ],
    ['twice ahead: the first of them', '22:05', [spell, later], 'Cheap from 01:15 to 05:00.'],
    ['not at all', '22:05', [], 'No cheap period is known yet.'],
    [
      'no longer',
      '23:45',
      [['2026-01-14T21:00:00+01:00', '2026-01-14T23:30:00+01:00']],
      'No cheap period is known yet.',
    ],
  ] as [string, string, [string, string][], string][])('%s', (_, now, cheap, text) => {
    expect(cheapText(house({ cheap }), at(now))).toBe(text);
  });

  it('a price that hardly changes is said to be one', () => {
    const flat = { ...day, min: 0.29, max: 0.31 };
    expect(cheapText(house({ prices: { series, now: flat } }), at('10:00'))).toBe('The price hardly changes today.');
  });

  it('a day of which a part is unknown is not said to be flat', () => {
    const unknown = { ...day, min: null, max: null, average: null, rank: null, slots: null, level: null };
    expect(cheapText(house({ prices: { series, now: unknown } }), at('10:00'))).toBe('No cheap period is known yet.');
    expect(levelOfNow(house({ prices: { series, now: unknown } }), at('10:30'))).toBeUndefined();
  });

  it('without prices nothing is said', () => {
    expect(cheapText(house({ prices: null }), at('10:00'))).toBe('');
  });
});

describe('the price now', () => {
  it('is that of its interval, in the unit of the market', () => {
    expect(priceNowText(house(), at('10:30'))).toBe('26.0 ct/kWh');
    expect(priceNowText(house(), at('11:00'))).toBe('26.1 ct/kWh');
  });

  // Promise P-818 operate/failures: the current price is unknown
  it('is none once its interval is over, whoever said it last', () => {
    expect(priceNowText(house(), at('23:59') + 120)).toBe('');
    const now = { ...day, level: 'CHEAP', start: iso(at('10:00')), end: iso(at('10:15')) };
    const cheap = house({ prices: { series, now } });
    expect(levelOfNow(cheap, at('10:14'))?.text).toBe('cheap');
    expect(levelOfNow(cheap, at('10:15'))).toBeUndefined();
  });

  it('says what is in the way of it', () => {
    expect(troubleText(house({ prices: null }))).toBe('No prices yet: this house has no price-series node.');
    expect(troubleText(house({ prices: {} }))).toBe('waiting for prices');
    expect(troubleText(house({ broker: { host: '127.0.0.1:1883', why: 'connect ECONNREFUSED 127.0.0.1:1883' } }))).toBe(
      'The MQTT broker 127.0.0.1:1883 cannot be reached. Node-RED tries again every few seconds, and devices run as planned. ' +
        'The computer is running, but nothing answers at this port.',
    );
    expect(troubleText(house({ broker: { host: 'cellar.lan', why: 'Connection refused: Not authorized' } }))).toBe(
      'The MQTT broker cellar.lan refuses the connection. Node-RED tries again every few seconds, and devices run as planned. ' +
        'The broker refuses the login: check user and password.',
    );
    expect(troubleText(house())).toBe('');
  });

  it('has its notes: a replay, what is missing, tomorrow, the sun', () => {
    const replay = { ...series, source: { kind: 'replay' }, missing: ['grid'], coverage: { tomorrow: false } };
    expect(priceNotes(house({ prices: { series: replay }, sunKwh: 4.21 }), at('10:00'))).toEqual([
      "Replay: prices from an old auction under today's date. They are not today's prices.",
      'network charge missing',
      "Not all of tomorrow's prices are known yet.",
      'Solar: 4.2 kWh more expected today.',
    ]);
    expect(priceNotes(house({ sunKwh: 0.01 }), at('10:00'))).toEqual([]);
    expect(priceNotes(house({ dimmed: { kw: 4.2, until: iso(at('12:00')) } }), at('10:00'))[0]).toMatch(/4\.2.*12:00/);
  });

  it('has the marks of its prices in words, each once', () => {
    const source = { kind: 'live', examples: ['grid'], expired: { fees: '2026-12-31' }, doubtful: true };
    expect(priceNotes(house({ prices: { series: { ...series, source } } }), at('10:00'))).toEqual([
      'network charge: example value',
      'levies for 2026; 2027 not yet published',
      'prices doubtful',
    ]);
  });

  it('says of prices that came to a device alone that they are a replay', () => {
    const given = { ...series, source: { kind: 'replay', proposed: ['fees'] } };
    expect(priceNotes(house({ prices: null, given }), at('10:00'))).toEqual([
      "Replay: prices from an old auction under today's date. They are not today's prices.",
      'proposed levies',
    ]);
  });

  // Promise P-193 use/sun-and-load: the sidebar and the household page show the peak of the month
  it("says the month's peak so far where somebody charges for it", () => {
    const peak = { monthKw: 4.25, monthCost: 12, plannedKw: 5, plannedCost: 15.5 };
    expect(priceNotes(house({ peak }), at('10:00'))).toEqual([
      'Peak this month: 4.3 kW (EUR\u00a012.00), planned: 5.0 kW (EUR\u00a015.50)',
    ]);
  });

  it.each([
    ['its company', { energy: { name: 'Spot', company: 'Power & Co' } }, 'Contract: Spot (Power & Co)'],
    ['its company once', { energy: { name: 'Power & Co Spot', company: 'Power & Co' } }, 'Contract: Power & Co Spot'],
    [
      'its network',
      { energy: { name: 'Spot' }, grid: { name: 'C', company: 'Radius' } },
      'Contract: Spot · Network: C (Radius)',
    ],
  ])('says whose prices these are, with %s', (_, contract, text) => {
    expect(
      priceNotes(house({ prices: { series: { ...series, source: { kind: 'live' } }, contract } }), at('10:00')),
    ).toEqual([text]);
  });
});

describe('a device', () => {
  const run = { start: '2026-01-15T01:00:00+01:00', end: '2026-01-15T03:00:00+01:00' };
  const plan = { runs: [run], reason: 'planned', energyKwh: 20, cost: 3.1, saving: 1.25 };
  const car = {
    ...{ id: 'car', name: 'Car', timeZone: 'Europe/Berlin', on: false, reason: 'planned', until: run.start, plan },
    ...{ asked: { energy_kwh: 20 }, deadline: '2026-01-15T07:00:00+01:00' },
  };
  const lines = (fields: object) =>
    deviceLines({ ...car, ...fields } as unknown as PageHouse['devices'][number], house(), at('22:05'));

  it('says its plan, what it was asked for and by when, and what that costs', () => {
    expect(lines({})).toEqual([
      'next Thu 01:00–03:00 · as planned',
      '20 kWh · ready by Thu 07:00',
      '20 kWh · EUR\u00a03.10 · saves EUR\u00a01.25',
    ]);
  });

  it.each([
    ['minutes', { asked: { minutes: 150 }, deadline: undefined }, '2 hr 30 min'],
    ['a state of charge', { asked: { soc: 40, target_soc: 80 } }, 'from 40 to 80 % · ready by Thu 07:00'],
    ['nothing but a time', { asked: {} }, 'ready by Thu 07:00'],
  ])('that needs %s says so', (_, fields, text) => {
    expect(lines(fields)).toContain(text);
  });

  it.each([
    ['some energy', 3.25, { energy_kwh: 11 }, '3.3 of 11 kWh'],
    ['an hour', 60, { minutes: 150 }, '1 hr of 2 hr 30 min'],
    ['all of it', 11, { energy_kwh: 11 }, '11 kWh'],
  ])('that has received %s of its need says so', (_, done, asked, text) => {
    expect(lines({ done, asked, deadline: undefined })).toContain(text);
  });

  it('on its first day says that it has only a part of its need', () => {
    expect(lines({ isPart: true })[0]).toBe(
      'next Thu 01:00–03:00 · as planned · only part of the need today, because it is the first day',
    );
    expect(lines({ isPart: true, reason: 'override' })[0]).toBe('next Thu 01:00–03:00 · switched by hand');
  });

  it('switched by hand says until when', () => {
    const by = { on: true, reason: 'override', until: '2026-01-14T23:05:00+01:00' };
    expect(lines(by).slice(0, 2)).toEqual(['until 23:05 · switched by hand', 'next Thu 01:00–03:00']);
  });

  it('on by hand for all of its run has none to come, and one that is off past its deadline says so', () => {
    const until = '2026-01-15T07:00:00+01:00';
    const by = { reason: 'override', until };
    const over = { ...by, plan: { ...plan, runs: [] } };
    expect(lines({ ...over, on: true })).toEqual(['until Thu 07:00 · switched by hand', '20 kWh · ready by Thu 07:00']);
    const late = { ...over, lateFor: until };
    expect(lines(late)).toEqual(['until Thu 07:00 · switched by hand', '20 kWh · will not be ready by Thu 07:00']);
  });

  it('off by hand for the rest of a day that it has no deadline in says that it will not be ready by its end', () => {
    const until = '2026-01-15T00:00:00+01:00';
    const late = { reason: 'override', until, lateFor: until, deadline: undefined, plan: { ...plan, runs: [] } };
    expect(lines(late)).toEqual(['until Thu 00:00 · switched by hand', '20 kWh · will not be ready by Thu 00:00']);
  });

  it('on by hand until a run goes on says so until when', () => {
    const by = { on: true, reason: 'override', until: run.start };
    expect(lines(by).slice(0, 2)).toEqual(['until Thu 01:00 · switched by hand', 'next Thu 01:00–03:00']);
  });

  it.each([
    [
      'is under way',
      '02:59',
      {},
      ['as planned', '20 kWh · ready by 07:00', '20 kWh · EUR\u00a03.10 · saves EUR\u00a01.25'],
    ],
    ['is over', '03:00', { complete: true }, ['nothing more to do', '20 kWh · ready by 07:00']],
    [
      'is over, too late',
      '03:00',
      { overrun: true, reason: 'overrun' },
      ['nothing more to do', '20 kWh · ready by 07:00'],
    ],
    [
      'is over, and more is planned with more prices',
      '03:00',
      { reason: 'provisional' },
      ['planned provisionally until more prices are known', '20 kWh · ready by 07:00'],
    ],
    [
      'is over, and was all below the limit',
      '03:00',
      { reason: 'short-price-limit' },
      ['too little time below the price limit', '20 kWh · ready by 07:00'],
    ],
  ])('whose run %s says so at %s', (_, time, more, text) => {
    const now = Date.parse(`2026-01-15T${time}:00+01:00`) / 1000;
    const reason = 'reason' in more ? more.reason : 'planned';
    const device = { ...car, until: null, reason, plan: { ...plan, ...more } };
    expect(deviceLines(device as unknown as PageHouse['devices'][number], house(), now)).toEqual(text);
  });

  it('names three of many runs', () => {
    const runs = [1, 3, 5, 7].map((hour) => ({
      start: `2026-01-15T0${hour}:00:00+01:00`,
      end: `2026-01-15T0${hour + 1}:00:00+01:00`,
    }));
    expect(lines({ plan: { ...plan, runs } })[0]).toMatch(/^next Thu 01.*, Thu 05:00–06:00, … · as planned$/);
  });

  it.each([
    [{ energyKwh: 12, pricedKwh: 12, cost: 3, saved: 0.5 }, '12 kWh · EUR\u00a03.00 · saved EUR\u00a00.50'],
    [{ energyKwh: 0.004, pricedKwh: 0.004, cost: 0.01, saved: 0 }, '0 kWh'],
    [{ energyKwh: 0.034, pricedKwh: 0.034, cost: 0.01, saved: 0 }, '0.03 kWh · EUR\u00a00.01'],
  ])('says what this month came to: %j', (month, sums) => {
    expect(lines({ account: { currency: 'EUR', month } }).at(-1)).toBe(`this month ${sums}`);
  });

  it('says what this month came to in the bill', () => {
    const month = { energyKwh: 12, pricedKwh: 12, cost: 3, saved: 0 };
    const text = lines({ account: { currency: 'EUR', month, billCost: 3.5 } }).at(-1);
    expect(text).toBe('this month 12 kWh · EUR\u00a03.00 · in the bill EUR\u00a03.50');
  });

  it('that does not run yet says no more', () => {
    expect(lines({ on: undefined, plan: undefined })).toEqual(['not running']);
  });

  it.each([
    [45, '45 min'],
    [60, '1 hr'],
    [150, '2 hr 30 min'],
    [0, '0 min'],
  ])('%i minutes are %s', (minutes, text) => {
    expect(durationText(minutes)).toBe(text);
  });
});

describe('the age of what is shown', () => {
  const told = { house: house(), now: '2026-01-14T14:05:00Z', heard: 1_000_000 };
  it.each([
    [0, false],
    [45_000, false],
    [45_001, true],
    [86_400_000, true],
    // The clock of the phone was set back.
    [-60_000, true],
  ])('after %i ms without a word: old is %s', (after, old) => {
    expect(isOld(told, told.heard + after)).toBe(old);
  });

  it('lets the time of the house go on', () => {
    expect(presentIn(told, told.heard + 90_000)).toBe(Date.parse(told.now) / 1000 + 90);
  });
});
