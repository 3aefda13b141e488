import { markets } from '../../../src/core/markets.ts';
import { addDays, offsetsOver, wallClock } from '../../../src/core/time.ts';
import { deliveryDate, deliveryDay } from '../../../src/core/window.ts';
import { countriesOf, zoneFacts } from '../../../src/feeds/zones.ts';

/** What every feed answers, in its own form, with figures of our own. */

export interface FeedWorld {
  /** Euro per MWh; `null` where the feed has none. */
  priceAt(zone: string, start: number): number | null;
  /** Prices from here on are not published yet. */
  readonly until: number;
  /** Of the prices of quarter-hour zones, in seconds. */
  readonly step?: number;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

type Respond = (url: URL, world: FeedWorld, sent: string) => Answer;

const QUARTER = 900;
const NOTHING: Answer = { status: 404, body: '{"detail":"no content"}' };
const json = (body: unknown): Answer => ({ status: 200, body: JSON.stringify(body) });
const zoneBy = (key: 'energyCharts' | 'energiData' | 'eic' | 'smard', value: unknown) =>
  Object.entries(zoneFacts).find(([, facts]) => facts[key] === value)?.[0] ?? '';
const iso = (instant: number) => new Date(instant * 1000).toISOString();

function rows(zone: string, start: number, end: number, world: FeedWorld, step = world.step ?? QUARTER) {
  const length = Math.max(0, Math.ceil((Math.min(end, world.until) - start) / step));
  return Array.from({ length }, (_, i) => ({
    start: start + i * step,
    end: start + (i + 1) * step,
    price: world.priceAt(zone, start + i * step),
  }));
}

/** Local midnight in `zone` as the days of a query mean it. */
const midnight = (date: string, timeZone: string) => {
  const near = Date.parse(date) / 1000;
  return near - offsetsOver({ start: near - 7200, end: near }, timeZone)(near - 3600);
};

const energyCharts: Respond = ({ searchParams }, world) => {
  const zone = zoneBy('energyCharts', searchParams.get('bzn'));
  const [country = 'DE'] = countriesOf(zone);
  const { timeZone } = markets[country];
  const start = midnight(searchParams.get('start') ?? '', timeZone);
  const end = midnight(addDays(searchParams.get('end') ?? '', 1), timeZone);
  const list = rows(zone, start, end, world);
  if (list.length === 0) return NOTHING;
  return json({
    license_info: 'figures of our own',
    unix_seconds: list.map((row) => row.start),
    price: list.map(({ price }) => price),
    unit: 'EUR / MWh',
    deprecated: false,
  });
};

const energiData: Respond = ({ searchParams }, world) => {
  const [area = ''] = JSON.parse(searchParams.get('filter') ?? '{}').PriceArea;
  const [start, end] = [searchParams.get('start') ?? '', searchParams.get('end') ?? ''].map(
    (d) => deliveryDay(d).start,
  );
  const records = rows(zoneBy('energiData', area), start ?? 0, end ?? 0, world).map((row) => ({
    TimeUTC: iso(row.start).slice(0, 19),
    PriceArea: area,
    DayAheadPriceEUR: row.price,
    DayAheadPriceDKK: row.price === null ? null : row.price * 7.5,
  }));
  const limit = Number(searchParams.get('limit') ?? 100) || records.length;
  return json({ total: records.length, limit, dataset: 'DayAheadPrices', records: records.slice(0, limit) });
};

const MONDAY = midnight('2025-09-29', 'Europe/Berlin');
const smard: Respond = ({ pathname }, world) => {
  // Markets of other countries are filed under DE.
  const [, number = '', region] = /chart_data\/(\d+)\/([\w-]+)\//.exec(pathname) ?? [];
  const own = { '4169': 'DE-LU', '4170': 'AT' }[number];
  if (region !== 'DE' && region !== own) return NOTHING;
  const mondays = Array.from({ length: 100 }, (_, i) => deliveryDay(addDays('2025-09-29', 7 * i)).start);
  const begun = mondays.filter((monday) => monday < world.until);
  if (pathname.endsWith('index_quarterhour.json')) return json({ timestamps: begun.map((monday) => monday * 1000) });
  const [, filter, time] = /(\d+)_[\w-]+_quarterhour_(\d+)\.json$/.exec(pathname) ?? [];
  const start = Number(time) / 1000;
  if (!begun.includes(start) || start < MONDAY) return NOTHING;
  const whole = { ...world, until: start + 8 * 86_400 };
  const end = mondays[mondays.indexOf(start) + 1] ?? start;
  const series = rows(zoneBy('smard', Number(filter)), start, end, whole).map((row) => [
    row.start * 1000,
    row.start < world.until ? row.price : null,
  ]);
  return json({ meta_data: { version: 1, created: 0 }, series });
};

const omie: Respond = ({ pathname }, world) => {
  const [, day, month, year] = /_(\d\d)_(\d\d)_(\d{4})\.TXT$/.exec(pathname) ?? [];
  const { start, end } = deliveryDay(`${year}-${month}-${day}`);
  if (end > world.until) return NOTHING;
  const cells = (zone: string) =>
    rows(zone, start, end, world).map(({ price }) =>
      price === null ? '' : `   ${price.toFixed(2).replace('.', ',')}`,
    );
  const names = cells('ES').map((_, i) => `H${Math.floor(i / 4) + 1}Q${(i % 4) + 1}`);
  const body = [
    `OMIE - Mercado de electricidad;Fecha Emisi\ufffdn :30/09/2025 - 13:51;;${day}/${month}/${year};Precio del mercado diario (EUR/MWh);;;;`,
    '',
    `;${names.join(';')};`,
    `Precio marginal en el sistema espa\ufffdol (EUR/MWh);${cells('ES').join(';')};`,
    `Precio marginal en el sistema portugu\ufffds (EUR/MWh);${cells('PT').join(';')};`,
    ';;;;',
  ].join('\r\n');
  return { status: 200, body };
};

const octopus: Respond = ({ pathname, searchParams }, world) => {
  const zone = `GB-${/-([A-P])\/standard-unit-rates\/$/.exec(pathname)?.[1]}`;
  const [start = 0, end = 0] = ['period_from', 'period_to'].map(
    (name) => Date.parse(searchParams.get(name) ?? '') / 1000,
  );
  const results = rows(zone, start, end, world, 1800).map((row) => ({
    value_exc_vat: (row.price ?? 0) / 10,
    value_inc_vat: ((row.price ?? 0) / 10) * 1.05,
    valid_from: iso(row.start).replace('.000', ''),
    valid_to: iso(row.end).replace('.000', ''),
    payment_method: null,
  }));
  return json({ count: results.length, next: null, previous: null, results: results.toReversed() });
};

const pse: Respond = ({ searchParams }, world) => {
  const [, date = ''] = /'([\d-]+)'/.exec(searchParams.get('$filter') ?? '') ?? [];
  const { start, end } = deliveryDay(date);
  const offsetAt = offsetsOver({ start, end: end + QUARTER }, 'Europe/Warsaw');
  const list = rows('PL', start, end, world).map((row) => {
    const { date: day, minute } = wallClock(row.end, offsetAt(row.end));
    const clock = [Math.floor(minute / 60), minute % 60].map((n) => String(n).padStart(2, '0')).join(':');
    return { dtime: `${day} ${clock}`, csdac_pln: row.price, business_date: date };
  });
  const [from, size] = [Number(searchParams.get('$after') ?? 0), 50];
  const nextLink = from + size < list.length && {
    nextLink: `https://api.raporty.pse.pl/api/csdac-pln?$filter=business_date%20eq%20'${date}'&$first=50&$after=${from + size}`,
  };
  return json({ value: list.slice(from, from + size), ...nextLink });
};

const energyZero: Respond = ({ searchParams }, world) => {
  const date = (searchParams.get('date') ?? '').split('-').toReversed().join('-');
  const [start, end] = [deliveryDay(addDays(date, -1)).start, deliveryDay(addDays(date, 1)).end];
  const list = rows('NL', start, end, world).flatMap((row) =>
    row.price === null ? [] : { start: iso(row.start), end: iso(row.end), price: { value: String(row.price / 1000) } },
  );
  const taxed = list.map((row) => ({ ...row, price: { value: '0.9' } }));
  return json({ interval: 1, range: {}, base: list, base_with_vat: taxed, all_in: taxed, all_in_with_vat: taxed });
};

const dailyList: Respond = ({ pathname }, world) => {
  const [, year, day, zone = ''] = /\/(\d{4})\/([\d-]+)_(\w+)\.json$/.exec(pathname) ?? [];
  const { start, end } = deliveryDay(`${year}-${day}`);
  if (end > world.until) return NOTHING;
  const list = rows(zone, start, end, world, zone.startsWith('NO') ? 3600 : undefined);
  const offsetAt = offsetsOver({ start, end: end + 3600 }, 'Europe/Stockholm');
  const local = (instant: number) => `${iso(instant + offsetAt(instant)).slice(0, 19)}+0${offsetAt(instant) / 3600}:00`;
  return json(
    list.map((row) => ({
      [zone.startsWith('NO') ? 'NOK_per_kWh' : 'SEK_per_kWh']: (row.price ?? 0) / 100,
      EUR_per_kWh: row.price === null ? null : row.price / 1000,
      EXR: 10.961095,
      time_start: local(row.start),
      time_end: local(row.end),
    })),
  );
};

const elering: Respond = ({ searchParams }, world) => {
  const [start = 0, end = 0] = ['start', 'end'].map((name) => Date.parse(searchParams.get(name) ?? '') / 1000);
  const of = (zone: string) => rows(zone, start, end, world).map((row) => ({ timestamp: row.start, price: row.price }));
  return json({ success: true, data: { ee: of('EE'), lv: of('LV'), lt: of('LT'), fi: of('FI') } });
};

const spotHinta: Respond = ({ searchParams }, world) => {
  const end = world.until;
  const list = rows(searchParams.get('region') ?? '', end - 2 * 86_400, end, world);
  return json(
    list.map((row) => ({
      Rank: 1,
      DateTime: `${iso(row.start + 7200).slice(0, 19)}+02:00`,
      PriceNoTax: row.price === null ? null : row.price / 1000,
      PriceWithTax: ((row.price ?? 0) / 1000) * 1.255,
    })),
  );
};

const ote: Respond = (_url, world, sent) => {
  const [first = '', last = ''] = ['StartDate', 'EndDate'].map((tag) => sent.split(`${tag}>`)[1]?.slice(0, 10));
  const items: string[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const { start, end } = deliveryDay(date);
    if (end > world.until) break;
    for (const [i, { price }] of rows('CZ', start, end, world).entries())
      if (price !== null)
        items.push(
          `<Item><Date>${date}</Date><PeriodResolution>PT15M</PeriodResolution><PeriodIndex>${i + 1}</PeriodIndex><Price>${price}</Price><HourlyPrice>1</HourlyPrice></Item>`,
        );
  }
  return {
    status: 200,
    body: `<?xml version="1.0" ?><SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Body><GetDamPricePeriodEResponse xmlns="http://www.ote-cr.cz/schema/service/public"><Result>${items.join('')}</Result></GetDamPricePeriodEResponse></SOAP-ENV:Body></SOAP-ENV:Envelope>`,
  };
};

const NO_DATA =
  '<?xml version="1.0"?><Acknowledgement_MarketDocument xmlns="urn:x"><Reason><code>999</code><text>No matching data found</text></Reason></Acknowledgement_MarketDocument>';

/** As one does: a series of the coupled auction and one of another, points that repeat the one before left out. */
const entsoe: Respond = ({ searchParams }, world) => {
  const eic = searchParams.get('in_Domain') ?? '';
  const time = (name: string) =>
    Date.parse((searchParams.get(name) ?? '').replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5Z')) / 1000;
  const [start, end] = [time('periodStart'), Math.min(time('periodEnd'), world.until)];
  if (end <= start) return { status: 400, body: NO_DATA };
  const list = rows(zoneBy('eic', eic), start, end, world);
  const points = list.flatMap(({ price }, i) =>
    price === null || price === list[i - 1]?.price
      ? []
      : `<Point><position>${i + 1}</position><price.amount>${price}</price.amount></Point>`,
  );
  const series = (sequence: number, content: string) =>
    `<TimeSeries><in_Domain.mRID codingScheme="A01">${eic}</in_Domain.mRID><currency_Unit.name>EUR</currency_Unit.name><price_Measure_Unit.name>MWH</price_Measure_Unit.name><classificationSequence_AttributeInstanceComponent.position>${sequence}</classificationSequence_AttributeInstanceComponent.position><curveType>A03</curveType><Period><timeInterval><start>${iso(start).slice(0, 16)}Z</start><end>${iso(end).slice(0, 16)}Z</end></timeInterval><resolution>PT15M</resolution>${content}</Period></TimeSeries>`;
  const other = series(2, '<Point><position>1</position><price.amount>1</price.amount></Point>');
  return {
    status: 200,
    body: `<?xml version="1.0"?><Publication_MarketDocument xmlns="urn:x">${other}${series(1, points.join(''))}</Publication_MarketDocument>`,
  };
};

/** Rates of three working days, a weekend behind them; and where none of them holds any more, one of the week. */
const ecb: Respond = (_url, { until }) => {
  const today = deliveryDate(until - 1);
  const days: readonly (readonly [day: string, sek: number])[] = [
    ['2026-03-27', 10.9],
    ['2026-03-26', 10.8],
    ['2025-09-26', 11],
  ];
  const holds = days.some(([day]) => addDays(today, -30) < day && day < today);
  const rates = (holds ? days : [[addDays(today, -4), 10.9] as const, ...days]).map(
    ([day, sek]) =>
      `<Cube time="${day}"><Cube currency="SEK" rate="${sek}"/><Cube currency="PLN" rate="4.25"/><Cube currency="GBP" rate="0.87"/><Cube currency="CZK" rate="24.5"/><Cube currency="NOK" rate="11.7"/><Cube currency="DKK" rate="7.46"/><Cube currency="CHF" rate="0.92"/><Cube currency="HUF" rate="380"/></Cube>`,
  );
  return {
    status: 200,
    body: `<gesmes:Envelope xmlns:gesmes="urn:x"><Cube>${rates.join('')}</Cube></gesmes:Envelope>`,
  };
};

const responders: readonly (readonly [RegExp, Respond])[] = [
  [/^\/price$/, energyCharts],
  [/^\/dataset\/DayAheadPrices$/, energiData],
  [/^\/app\/chart_data\//, smard],
  [/INT_PBC_EV_H_1_/, omie],
  [/standard-unit-rates\/$/, octopus],
  [/^\/api\/csdac-pln$/, pse],
  [/^\/public\/v1\/prices$/, energyZero],
  [/^\/api\/v1\/prices\//, dailyList],
  [/^\/api\/nps\/price$/, elering],
  [/^\/TodayAndDayForward$/, spotHinta],
  [/^\/services\/PublicDataService$/, ote],
  [/^\/api$/, entsoe],
  [/^\/stats\/eurofxref\//, ecb],
];

/** What the feed that knows such a path answers. */
export function feedAnswer(url: URL, world: FeedWorld, sent = ''): Answer {
  const respond = responders.find(([path]) => path.test(url.pathname))?.[1];
  return respond ? respond(url, world, sent) : NOTHING;
}
