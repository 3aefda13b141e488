import './page.css';
import { noticeTexts } from '../../../src/messages/provenance.ts';
import { type Chart, createChart } from '../chart/chart.ts';
import type { ChartData } from '../chart/drawing.ts';
import { runsShown } from '../chart/runs-shown.ts';
import { append } from '../common/element.ts';
import { timesIn } from '../common/times.ts';
import type { Commands } from '../switching/orders.ts';
import { createSaying } from '../switching/undo.ts';
import { batteryLines, type HouseBattery } from './battery-words.ts';
import { createHouseCards } from './card/cards.ts';
import { batteryState, deviceState } from './card/state.ts';
import { cheapText } from './cheap-words.ts';
import { deviceLines, type HouseDevice } from './device-words.ts';
import { levelOfNow, priceNotes, priceNowText, troubleText } from './price.ts';
import { say } from './say.ts';
import { followHouse } from './stream.ts';
import { previewCommands, sayable, sayCommands } from './switching.ts';
import { isOld, type PageHouse, presentIn, type Told } from './told.ts';
import { pageWord, placeWords } from './words.ts';

/** Lanes below the chart; what has none is on its card all the same. */
const MOST_LANES = 8;
/** Milliseconds: a phone that wakes up says at once how old the page is. */
const LOOK = 1000;

const part = (name: string) => document.getElementById(name) as HTMLElement;

const dataOf = (name: string) => JSON.parse(part(name).textContent ?? 'null');

placeWords(dataOf('words'));
const saying = createSaying(part('undo'), async (id, commands) =>
  told ? sayCommands(told.house, id, sayable(commands, presentIn(told, Date.now()))) : {},
);
const previewing = (id: string, commands: Commands) =>
  told ? previewCommands(told.house, id, commands) : Promise.reject(new Error(pageWord('notSaid')));
const devices = createHouseCards(part('devices'), saying, previewing, (device: HouseDevice, house, now) => ({
  state: deviceState(device, now),
  lines: deviceLines(device, house, now),
}));
const batteries = createHouseCards(part('batteries'), saying, previewing, (battery: HouseBattery, house, now) => ({
  state: batteryState(battery, now),
  lines: batteryLines(battery, house, now),
}));
/** On a slow phone the price is there before the library that draws the chart is asked for. */
const drawable = new Promise((resolve) =>
  window.addEventListener('load', () => {
    const library = append(document.head, 'script');
    library.src = 'uplot.js';
    library.addEventListener('load', resolve);
  }),
);
let chart: Chart | undefined;
let told: Told | undefined;
let drawn = '';
/** The zone of the last house that had prices or devices. A deployment removes both before it ends the stream. */
let timeZone = 'UTC';

followHouse((news) => {
  told = news;
  show();
}, dataOf('snapshot'));
setInterval(show, LOOK);
document.addEventListener('visibilitychange', show);
followTheme();

function show(): void {
  if (!told) return;
  showAge(told);
  const now = presentIn(told, Date.now());
  // Nothing else changes within a minute.
  const minute = JSON.stringify([Math.floor(now / 60), told.house]);
  if (minute === drawn) return;
  const { house } = told;
  showPrice(house, now);
  // The first time the price is painted before the cards are made.
  if (drawn === '')
    requestAnimationFrame(() => setTimeout(() => told && showHouse(told.house, presentIn(told, Date.now()))));
  else showHouse(house, now);
  drawn = minute;
}

/** The time of what is shown is always there; what is old looks so. */
function showAge(told: Told): void {
  const { house, now } = told;
  const isCut = isOld(told, Date.now());
  timeZone = (house.prices?.series ?? house.given ?? house.devices[0])?.timeZone ?? timeZone;
  const time = timesIn(timeZone, presentIn(told, Date.now())).at(now);
  change(part('as-of'), pageWord('asOf', { time }));
  change(part('cut'), isCut ? pageWord('cut', { time }) : '');
  document.body.classList.toggle('old', isCut);
}

function showPrice(house: PageHouse, now: number): void {
  const level = levelOfNow(house, now);
  showPresentPrice(priceNowText(house, now));
  change(part('level'), level?.text ?? '');
  part('level').dataset.level = level?.level ?? '';
  change(part('cheap'), cheapText(house, now));
  change(part('trouble'), troubleText(house));
  say(part('notes'), priceNotes(house, now));
}

/** The unit is smaller than the number. */
function showPresentPrice(text: string): void {
  const place = part('price');
  if (place.textContent === (text || pageWord('unknown'))) return;
  const [number = '', unit = ''] = text.split(' ');
  place.replaceChildren(text ? `${number} ` : pageWord('unknown'));
  if (text) append(place, 'span', 'unit', unit);
}

function showHouse(house: PageHouse, now: number): void {
  devices(house.devices, house, now);
  batteries(house.batteries ?? [], house, now);
  change(part('none'), house.devices.length > 0 || house.batteries ? '' : pageWord('noDevices'));
  change(part('house'), house.name);
  document.title = `${house.name} · ${pageWord('title')}`;
  drawable.then(() => drawChart(house, now));
  part('sites').replaceChildren();
  for (const { id, name } of house.sites ?? []) {
    const link = append(part('sites'), 'a', '', name);
    link.href = `?site=${encodeURIComponent(id)}`;
    if (id === house.id) link.setAttribute('aria-current', 'page');
  }
  say(part('foot'), noticeTexts((house.prices?.series ?? house.given)?.attribution ?? []));
}

function drawChart(house: PageHouse, now: number): void {
  const data = chartOf(house, now);
  part('chart').hidden = !data;
  if (!data) return;
  chart ??= createChart(part('chart'));
  chart.show(data);
}

function chartOf({ prices, given, devices }: PageHouse, now: number): ChartData | undefined {
  const series = prices?.series ?? given;
  if (!series) return undefined;
  const { timeZone, currency, feedin, forecast, source } = series;
  const at = new Date(now * 1000).toISOString();
  const known = series.prices.length > 0 ? series.prices : feedin;
  const planned = devices
    .map((device) => ({ name: device.name, runs: runsShown(device, at, known ?? []) }))
    .filter(({ runs }) => runs.length > 0);
  const shared = { timeZone, currency, prices: series.prices, feedin, forecast, source };
  return { ...shared, devices: planned.slice(0, MOST_LANES), now: at };
}

/** The same text again is not read out again. */
function change(place: HTMLElement, text: string): void {
  place.hidden = text === '';
  if (place.textContent !== text) place.textContent = text;
}

/** The chart reads its colours where the page says that they have changed. */
function followTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const say = () => document.documentElement.style.setProperty('--dark', String(dark.matches));
  dark.addEventListener('change', say);
  say();
}
