import type { EditorRED } from 'node-red';
import type { Overview } from '../../../src/runtime/editor/overview.ts';
import { joinSiteOnImport } from '../contract/join-site.ts';
import './sidebar.css';
import { type Chart, createChart } from '../chart/chart.ts';
import type { SharedChart } from '../chart/shared.ts';
import { post } from '../common/ask.ts';
import type { Commands } from '../switching/orders.ts';
import { createSaying, type Saying } from '../switching/undo.ts';
import { createBatteries } from './batteries.ts';
import { createDevices } from './devices.ts';
import { drawFoot } from './foot.ts';
import { watchOverview } from './overview.ts';
import { createPages } from './pages.ts';
import { chartData, drawChoices, drawFacts, trouble } from './prices.ts';
import { createReport } from './report/report.ts';
import { createSchedule } from './schedule.ts';
import { createTabChoice, type PlacedNode } from './tab-choice.ts';
import { createWeek } from './week.ts';
import { refusalText, sidebarWord } from './words.ts';

declare const RED: EditorRED;

const plugin: SharedChart & { onadd(): void } = { createChart, onadd: addTab };
RED.plugins.registerPlugin('dayahead-sidebar', plugin);

function addTab(): void {
  const content = contentOf('dayahead-sidebar');
  RED.sidebar.addTab({
    id: 'dayahead',
    name: sidebarWord('title'),
    label: sidebarWord('title'),
    iconClass: 'fa fa-bar-chart',
    content,
    enableOnEdit: true,
    action: 'dayahead:show-prices',
  });
  RED.actions.add('dayahead:show-prices', () => RED.sidebar.show('dayahead'));
  fill(content);
}

function contentOf(template: string): HTMLElement {
  const { content } = document.getElementById(template) as HTMLTemplateElement;
  return (content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement;
}

function fill(content: HTMLElement): void {
  const part = (name: string) => content.querySelector(`.dayahead-${name}`) as HTMLElement;
  const choice = part('choice') as HTMLSelectElement;
  choice.setAttribute('aria-label', sidebarWord('choice'));
  part('empty').textContent = sidebarWord('empty');
  const change = createSaying(part('undo'), say);
  const changed: Saying = (device, commands) => change(device, commands).finally(() => watch.load());
  const devices = createDevices(part('devices'), changed);
  const batteries = createBatteries(part('batteries'), changed);
  const tables = [createSchedule, createWeek].map((create) => create(part('tables')));
  const tab = createTabChoice();
  let shown = '';
  let requested = '';
  let chart: Chart | undefined;
  let house = { site: '', country: '' };
  const show = (overview: Overview) => {
    const { prices, choices, given } = overview;
    shown = prices?.id ?? '';
    tab.told(choices, shown);
    wait(false);
    house = { site: prices?.site ?? '', country: prices?.series?.country ?? '' };
    const data = chartData(overview);
    drawChoices(choice, choices, prices?.id);
    part('empty').hidden = choices.length > 0 || data !== undefined;
    part('shown').hidden = !data;
    warn(part('alert'), trouble(overview));
    if (data) {
      chart ??= createChart(part('place'));
      chart.show(data);
    }
    drawFacts(part('facts'), overview);
    devices.show(overview);
    batteries.show(overview);
    part('tables').hidden = overview.devices.length === 0;
    for (const draw of tables) draw(overview);
    drawFoot(part('foot'), prices?.series ?? given);
    // The choices in the answer may select other prices than the requested ones.
    if (tab.asked() !== requested) follow();
  };
  // What is still of the prices before is not to be taken for that of others.
  const wait = (waits: boolean) => content.setAttribute('aria-busy', String(waits));
  const follow = () => {
    if (tab.asked() === shown) return;
    wait(true);
    watch.load();
  };
  createReport(part('diagnosis'));
  createPages(content, () => house);
  const request = () => {
    requested = tab.asked();
    return requested;
  };
  const watch = watchOverview(content, request, show, (text) => warn(part('alert'), text));
  choice.addEventListener('change', () => {
    tab.choose(choice.value);
    follow();
  });
  RED.events.on('workspace:change', follow);
  RED.events.on('view:selection-changed', ({ nodes = [] }: { readonly nodes?: readonly PlacedNode[] }) => {
    tab.select(nodes);
    follow();
  });
  joinSiteOnImport();
}

/** Answers with what takes the commands back. */
async function say(id: string, commands: Commands): Promise<Commands> {
  const answer = await post<{ readonly undo: Commands }>('override', { id, ...commands }).catch(refusalText);
  if (typeof answer === 'string') throw new Error(answer);
  return answer.undo;
}

/** The same text again is not read out again. */
function warn(place: HTMLElement, text: string): void {
  place.hidden = text === '';
  if (place.textContent !== text) place.textContent = text;
}
