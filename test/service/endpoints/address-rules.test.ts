import { describe, expect, it } from 'vitest';
import { ask, componentsAt, openMarkets, points, refusal } from '../../support/service/markets.ts';

/** "`postal_code` on the series endpoint". */

const noon = '2026-04-15T12:00:00+02:00';
const { body } = openMarkets();
const ids = async (path: string) => (await body(path)).map(({ id }: { id: string }) => id);

describe('`postal_code` on the series endpoint', () => {
  it('postal_code rule 1: selects the operator, its levies, its switching times and the VAT of the address', async () => {
    const query = 'be?consumption_tariff=be-dual-w&postal_code=5000&include=fees,vat';
    expect(componentsAt(await ask(query), noon)).toMatchObject({ energy: 0.11, grid: 0.113, fees: 0.04823 });
    const northern = await ask('no?consumption_tariff=no-spot-4&postal_code=9008&include=vat');
    expect(componentsAt(northern).vat).toBe(0);
  });

  it('postal_code rule 1: without it only country-wide fees apply, also beside a grid_tariff', async () => {
    const query = 'be?consumption_tariff=be-dual-w&grid_tariff=be-ores&include=fees';
    expect(componentsAt(await ask(query)).fees).toBe(0.04748);
  });

  it.each([
    ['nl', 'nl-fixed', ['1012AB', 'nl-1012 ab', '1012', 'NL1012']],
    ['gb', 'gb-fix-c', ['SW1A 1AA', 'sw1a1aa', 'GB SW1A', 'SW1A', 'UK-SW1A 1AA']],
    ['ch', 'ekz-h4', ['8109', 'CH-8109', 'ch 81 09']],
  ])('postal_code rule 2: %s reads every spelling alike', async (country, tariff, spellings) => {
    const answers = await Promise.all(
      spellings.map((code) => ask(`${country}?consumption_tariff=${tariff}&postal_code=${code}`)),
    );
    expect(new Set(answers.map((answer) => answer.grid_tariff?.id)).size).toBe(1);
    expect(answers[0]?.grid_tariff).toBeDefined();
  });

  it.each([
    ['nl?consumption_tariff=nl-fixed&postal_code=DE-10115', '400 postal_code: 10115 is tagged as a code of DE'],
    ['es?consumption_tariff=es-fixed&postal_code=PT-1000', '400 postal_code: 1000 is tagged as a code of PT'],
    ['nl?consumption_tariff=nl-fixed&postal_code=10115', '400 postal_code: no network operator is known for 10115'],
  ])('postal_code rule 2: %s is refused', async (query, message) => {
    expect(await refusal(query)).toBe(message);
  });

  it.each([
    ['ch', 'ekz-h4', '8109', 'ekz', 'the operator covering most of it'],
    ['ch', 'ekz-h4', '8956', 'aew-net', 'where the map cannot tell the one whose id sorts first'],
    ['gb', 'gb-fix-c', 'EN5', 'gb-grid-c', 'the region holding most of an outward code'],
  ])('postal_code rule 3: %s %s at %s is priced on %s: %s', async (country, tariff, code, grid) => {
    expect((await ask(`${country}?consumption_tariff=${tariff}&postal_code=${code}`)).grid_tariff?.id).toBe(grid);
  });

  // Promise P-652 use/catalogue: the code is accepted if a tariff of the network is named
  it('postal_code rule 3: grid_tariff names an operator’s tariff instead', async () => {
    const answer = await ask('ch?consumption_tariff=ekz-h4&postal_code=8956&grid_tariff=ekz');
    expect(answer.grid_tariff?.id).toBe('ekz');
  });

  it('postal_code rule 4: a code of no operator is 400 for feed-in alone too', async () => {
    expect(await refusal('at?feedin_tariff=at-sun&postal_code=9999')).toBe(
      '400 postal_code: no network operator is known for 9999',
    );
  });

  it.each(['no?consumption_tariff=no-spot-1', 'no?consumption_tariff=no-spot-1&grid_tariff=no-elvia'])(
    'postal_code rule 4: a code of no operator is 400, naming it, where the network follows the operator: %s',
    async (query) => {
      expect(await refusal(`${query}&postal_code=7000`)).toBe('400 postal_code: no network operator is known for 7000');
    },
  );

  // Promise P-654 use/catalogue: a British code is a whole outward code
  it.each(['E10', 'E17 4AA', 'E1W 1AA', 'N11', 'N1C 4AA', 'SW1', 'CB11', 'BT1'])(
    'postal_code rules 3, 4 and 9: a British outward code is matched whole: %s is not the one it begins with',
    async (code) => {
      expect(await refusal(`gb?consumption_tariff=gb-fix-c&postal_code=${code}`)).toMatch(/^400 postal_code/);
      expect(await ids(`/v2/gb/grid/companies?postal_code=${code}`)).toEqual([]);
    },
  );

  it.each(['E1', 'E1 6AN', 'N1 1AA'])('postal_code rule 9: %s is in London', async (code) => {
    expect((await ask(`gb?consumption_tariff=gb-fix-c&postal_code=${code}`)).grid_tariff?.id).toBe('gb-grid-c');
  });

  it.each(['80331', 'anything', 'nothing 5', 'NONE1', 'SE1 7PB', '00100'])(
    'postal_code rule 4: %s is 200 under a national price',
    async (code) => {
      expect((await ask(`it?consumption_tariff=it-april&postal_code=${code}`)).grid_tariff?.id).toBe('it-national');
    },
  );

  // Promise P-650 use/catalogue: a postal code of its `areas` has its operator's `householdTariff`
  it('postal_code rule 5: of several household rows the postal code selects one, grid_tariff another', async () => {
    const digital = await ask('be?consumption_tariff=be-dual-v&postal_code=2000');
    const analogue = await ask('be?consumption_tariff=be-dual-v&postal_code=2000&grid_tariff=be-analogue');
    expect([digital, analogue].map((answer) => [answer.grid_tariff?.id, componentsAt(answer).grid])).toEqual([
      ['be-digital', 0.0505027],
      ['be-analogue', 0.095],
    ]);
  });

  it('postal_code rule 5: where no row is that of a household the postal code alone is 400, and grid_tariff names one', async () => {
    expect(await refusal('at?consumption_tariff=at-fixed&postal_code=6020')).toBe(
      '400 postal_code: none of the grid tariffs of Bergnetz is the one of every household in 6020; pass one as grid_tariff',
    );
    const passed = await ask('at?consumption_tariff=at-fixed&postal_code=6020&grid_tariff=at-berg-day&include=vat');
    expect(componentsAt(passed)).toEqual({ energy: 0.12, grid: 0.052, vat: 0.0344 });
    expect((await ask('at?feedin_tariff=at-sun&postal_code=6020')).feedin?.prices).toHaveLength(48);
  });

  it('postal_code rule 5: an operator that files nothing for households leaves out grid, without refusal', async () => {
    const answer = await ask('at?consumption_tariff=at-fixed&postal_code=4020');
    expect([componentsAt(answer), answer.grid_tariff]).toEqual([{ energy: 0.12 }, undefined]);
  });

  it('postal_code rule 6: the levies of an operator follow a passed grid_tariff, not the address', async () => {
    const fees = async (more: string) =>
      componentsAt(await ask(`be?consumption_tariff=be-variable&include=fees${more}`, { now: '2026-03-15T10:00:00Z' }))
        .fees;
    expect(await fees('&postal_code=5000')).toBe(0.04823);
    expect(await fees('&postal_code=5000&grid_tariff=be-digital')).toBe(0.04748);
    expect(await fees('&postal_code=2000&grid_tariff=be-ores')).toBe(0.04823);
  });
});

describe('the levies of an address beside a passed grid_tariff', () => {
  /** In Austria as made up: a state levy with an exemption in 40, a concession of each operator, and in 60 levies of its own. */
  // Promise P-657 use/catalogue: beside another operator's grid tariff only the levies of the state count
  it.each([
    ['nothing given: country-wide rates', '', undefined, 0.006],
    ['the address is served by Tal', '&postal_code=1010', 0.04, 0.009],
    ['a tariff of the operator that serves it changes nothing', '&postal_code=1010&grid_tariff=at-tal', 0.04, 0.009],
    ['nor where a municipality has levies', '&postal_code=6020&grid_tariff=at-berg-day', 0.052, 0.014],
    [
      'of another operator: its concession there, none of the municipality',
      '&postal_code=6020&grid_tariff=at-tal',
      0.04,
      0.01,
    ],
    [
      'of one without a concession of its own: the country-wide one',
      '&postal_code=1010&grid_tariff=at-berg-day',
      0.05,
      0.006,
    ],
    ['the state levies at the address what it does', '&postal_code=4020', undefined, 0.005],
    ['whatever tariff is passed', '&postal_code=4020&grid_tariff=at-tal', 0.04, 0.008],
    ['a tariff alone tells of no address', '&grid_tariff=at-tal', 0.04, 0.006],
  ])('postal_code rules 1 and 6: %s: %s', async (_, more, grid, fees) => {
    const { energy, ...charges } = componentsAt(await ask(`at?consumption_tariff=at-fixed&include=fees${more}`));
    expect([energy, charges]).toEqual([0.12, { ...(grid !== undefined && { grid }), fees }]);
  });

  it.each(['', '&grid_tariff=it-national'])('postal_code rules 6 and 7: Livigno carries no excise%s', async (more) => {
    const answer = await ask(`it?consumption_tariff=it-april&include=fees,vat&postal_code=23041${more}`);
    expect(componentsAt(answer)).toMatchObject({ fees: 0, vat: 0 });
  });
});

describe('territories', () => {
  it.each([
    ['fr?consumption_tariff=fr-base&postal_code=20000', 'Corsica has VAT rates of its own'],
    ['fr?consumption_tariff=fr-base&postal_code=97400', 'the overseas departments have VAT rates of their own'],
    ['fr?consumption_tariff=fr-base&postal_code=98000', 'Monaco is served as the market MC'],
    ['pt?consumption_tariff=pt-fixed&postal_code=P-9500-001', 'the Azores and Madeira have VAT rates of their own'],
    ['pt?consumption_tariff=pt-fixed&postal_code=9500-321', 'the Azores and Madeira have VAT rates of their own'],
    ['gb?consumption_tariff=gb-fix-a&postal_code=BT1 1AA', 'Northern Ireland is a market of its own'],
  ])('postal_code rule 7: %s is 400: %s', async (query, reason) => {
    expect(await refusal(query)).toMatch(new RegExp(`^400 postal_code: \\w+ is not served: ${reason}$`));
  });

  it('postal_code rule 7: without a code a French address is priced on the mainland stack', async () => {
    expect(componentsAt(await ask('fr?consumption_tariff=fr-base&include=fees,vat')).vat).toBe(0.03233);
  });

  it('postal_code rule 7: a British supplier’s tariff without a code has no grid', async () => {
    const answer = await ask('gb?consumption_tariff=gb-fix-a');
    expect([Object.keys(componentsAt(answer)), answer.grid_tariff]).toEqual([['energy'], undefined]);
  });

  it('postal_code rule 7: the British VAT is 5 %, from 1 October 2026 present and 0', async () => {
    const answer = await ask('gb?consumption_tariff=gb-fix-a&postal_code=CB1&include=vat', {
      now: '2026-09-30T10:00:00Z',
    });
    const times = ['2026-09-30T23:00:00+01:00', '2026-10-01T00:00:00+01:00'];
    expect(times.map((time) => componentsAt(answer, time).vat)).toEqual([0.0125, 0]);
  });

  it.each([
    ['28013', 0.21],
    ['35001', 0.03],
    ['38001', 0.03],
    ['E-35001', 0.03],
    ['51001', 0.01],
    ['52001', 0.01],
  ])('postal_code rule 7: Spain, %s: the tax in vat is %d', async (code, rate) => {
    const { vat, ...rest } = componentsAt(
      await ask(`es?consumption_tariff=es-fixed&include=fees,vat&postal_code=${code}`),
    );
    expect(vat).toBeCloseTo(rate * Object.values(rest).reduce((sum, value) => sum + value, 0), 9);
  });

  it.each([
    ['20121', 0.0227, 0.01527],
    ['23041', 0, 0],
    ['22061', 0.0227, 0],
  ])('postal_code rule 7: Italy, %s: fees %d, vat %d', async (code, fees, vat) => {
    const answer = await ask(`it?consumption_tariff=it-april&include=fees,vat&postal_code=${code}`);
    expect(componentsAt(answer)).toMatchObject({ fees, vat });
  });
});

describe('zones, regions and clocks of an address', () => {
  it.each([
    ['no-spot-1', 1.19],
    ['no-spot-4', 0.27],
  ])('postal_code rule 8: the zone is the tariff’s, not the address’s: %s', async (tariff, energy) => {
    const answer = await ask(`no?consumption_tariff=${tariff}&postal_code=9008&include=fees`);
    expect(componentsAt(answer)).toEqual({ energy, grid: 0.21, fees: 0.0713 });
    expect(JSON.stringify(answer)).not.toContain('NO4');
  });

  it('postal_code rule 9: a tariff of another British region is 400 naming both regions and the row to send', async () => {
    expect(await refusal('gb?consumption_tariff=gb-fix-a&postal_code=SW1A 1AA')).toBe(
      '400 consumption_tariff: "gb-fix-a" is sold in Eastern England, the postal_code lies in London; send "gb-fix-c" instead',
    );
    expect(await refusal('gb?consumption_tariff=gb-agile-c&postal_code=CB1')).toBe(
      '400 consumption_tariff: "gb-agile-c" is sold in London, the postal_code lies in Eastern England',
    );
  });

  it('postal_code rule 9: without a code a region is priced by its grid_tariff', async () => {
    const answer = await ask('gb?consumption_tariff=gb-fix-a&grid_tariff=gb-grid-c');
    expect(componentsAt(answer, '2026-04-15T12:00:00+01:00')).toEqual({ energy: 0.22, grid: 0.05 });
  });

  it('postal_code rule 10: a Belgian product of another region is 400 naming both', async () => {
    expect(await refusal('be?consumption_tariff=be-dual-v&postal_code=5000')).toBe(
      '400 consumption_tariff: "be-dual-v" is sold in Flanders, the postal_code lies in Wallonia; send "be-dual-w" instead',
    );
  });

  it('postal_code rule 10: so is a feed-in tariff', async () => {
    expect(await refusal('be?feedin_tariff=be-sun-v&postal_code=5000')).toBe(
      '400 feedin_tariff: "be-sun-v" is sold in Flanders, the postal_code lies in Wallonia',
    );
  });

  it.each(['2000', '5000'])('postal_code rule 10: a tariff without a region is priced at %s', async (code) => {
    const answer = await ask(`be?consumption_tariff=be-variable&postal_code=${code}`, { now: '2026-03-15T10:00:00Z' });
    expect(componentsAt(answer).energy).toBe(0.1194575);
  });

  it.each([
    ['be-dual-v', [0.14, 0.14]],
    ['be-dual-w', [0.14, 0.11]],
  ])(
    'postal_code rule 10: the region is the clock the tariff carries: %s at 10:00 and 12:00',
    async (tariff, energy) => {
      const answer = await ask(`be?consumption_tariff=${tariff}`);
      const times = ['2026-04-15T10:00:00+02:00', noon];
      expect(times.map((time) => componentsAt(answer, time).energy)).toEqual(energy);
    },
  );

  it.each([
    ['10000', ['22:00', '23:00', '00:00', '01:00', '02:00', '03:00', '04:00', '05:00']],
    ['20000', ['02:00', '03:00', '04:00', '13:00', '14:00', '15:00']],
  ])('postal_code rule 11: switching times move with the address: %s', async (code, low) => {
    const answer = await ask(`cz?consumption_tariff=cz-registers&postal_code=${code}`);
    const cheap = points(answer).filter(({ energy }) => energy === 2);
    const hours = cheap.map(({ from_utc }) => new Date(from_utc * 1000 + 7_200_000).toISOString().slice(11, 16));
    expect(new Set(hours)).toEqual(new Set(low));
  });

  it('postal_code rule 11: the operator of a grid_tariff says them where no address does', async () => {
    const answer = await ask('cz?consumption_tariff=cz-registers&grid_tariff=cz-west');
    const times = ['2026-04-15T12:00:00+02:00', '2026-04-15T22:00:00+02:00'];
    expect(times.map((time) => componentsAt(answer, time))).toEqual([
      { energy: 3, grid: 1.5 },
      { energy: 2, grid: 0.3 },
    ]);
  });

  it('postal_code rules 1 and 11: beside a grid_tariff the address still says when the energy switches', async () => {
    const answer = await ask('cz?consumption_tariff=cz-registers&postal_code=20000&grid_tariff=cz-west');
    const times = ['2026-04-15T13:00:00+02:00', '2026-04-15T22:00:00+02:00'];
    expect(times.map((time) => componentsAt(answer, time))).toEqual([
      { energy: 2, grid: 1.5 },
      { energy: 3, grid: 0.3 },
    ]);
  });

  it.each(['', '&postal_code=10000', '&postal_code=20000', '&postal_code=40000'])(
    'postal_code rule 11: prices stored against clock times switch at those times everywhere: %s',
    async (more) => {
      const answer = await ask(`cz?consumption_tariff=cz-clock${more}`);
      const times = ['2026-04-15T03:00:00+02:00', '2026-04-15T04:00:00+02:00'];
      expect(times.map((time) => componentsAt(answer, time).energy)).toEqual([2, 3]);
    },
  );

  it('postal_code rule 11: in France a product keeps its clock on energy, grid stays on the network window', async () => {
    const answer = await ask('fr?consumption_tariff=fr-own-clock&postal_code=75001');
    const times = ['06:00', '07:00', '12:00', '23:00'].map((time) => `2026-04-15T${time}:00+02:00`);
    expect(times.map((time) => componentsAt(answer, time))).toEqual([
      { energy: 0.13, grid: 0.03 },
      { energy: 0.13, grid: 0.05 },
      { energy: 0.09, grid: 0.05 },
      { energy: 0.13, grid: 0.03 },
    ]);
  });

  it.each([
    ['', 'the time-of-use switching times are not available for this location'],
    ['&postal_code=40000', 'the time-of-use switching times are not available for this location'],
    ['&postal_code=30000', 'the tariffs cannot be combined: the network operator switches no register "low"'],
    ['&postal_code=50000', 'the tariffs cannot be combined: no price is known for the operator\'s register "mid"'],
  ])('errors rule 5: 500 for registers that nobody switches, the same on repetition: %s', async (more, message) => {
    const once = () => refusal(`cz?consumption_tariff=cz-registers${more}`);
    expect([await once(), await once()]).toEqual([`500 ${message}`, `500 ${message}`]);
  });

  it.each([
    ['111 22', 'se-ellevio-16', 0.26],
    ['22222', 'se-flats', 0.31],
  ])('postal_code rule 13: %s resolves %s', async (code, id, grid) => {
    const answer = await ask(`se?consumption_tariff=se-fixed&postal_code=${code}`);
    expect([answer.grid_tariff?.id, componentsAt(answer).grid]).toEqual([id, grid]);
  });

  it.each([
    ['se-ellevio-25', [0, 0]],
    ['se-ellevio-time', [0.536, 0.2144]],
  ])('postal_code rule 13: %s is priced when it is passed', async (id, grid) => {
    const answer = await ask(`se?consumption_tariff=se-fixed&postal_code=11122&grid_tariff=${id}`, {
      now: '2026-01-14T10:00:00Z',
    });
    const times = ['2026-01-14T12:00:00+01:00', '2026-01-14T22:00:00+01:00'];
    expect(times.map((time) => componentsAt(answer, time).grid)).toEqual(grid);
    expect(await ids('/v2/se/grid/ellevio/tariffs')).toContain(id);
  });

  it('postal_code rule 14: the first band of the Greek public-service levy is charged', async () => {
    expect(componentsAt(await ask('gr?consumption_tariff=gr-fixed&include=fees')).fees).toBe(0.0069);
  });
});
