import type { EditorRED } from 'node-red';
import type { Overview } from '../src/runtime/overview.ts';
import './sidebar.css';
import { type Chart, createChart } from './chart.editor.ts';
import type { SharedChart } from './chart-shared.editor.ts';
import { createDevices } from './sidebar-devices.editor.ts';
import { drawFoot } from './sidebar-foot.editor.ts';
import { watchOverview } from './sidebar-overview.editor.ts';
import { chartData, drawChoices, drawFacts, trouble } from './sidebar-prices.editor.ts';
import { word } from './sidebar-words.editor.ts';

declare const RED: EditorRED;

const plugin: SharedChart & { onadd(): void } = { createChart, onadd: addTab };
RED.plugins.registerPlugin('dayahead-sidebar', plugin);

function addTab(): void {
  const content = contentOf('dayahead-sidebar');
  RED.sidebar.addTab({
    id: 'dayahead',
    name: word('title'),
    label: word('title'),
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
  const part = <T extends HTMLElement>(name: string) => content.querySelector(`.dayahead-${name}`) as T;
  const choice = part<HTMLSelectElement>('choice');
  choice.setAttribute('aria-label', word('choice'));
  let chart: Chart | undefined;
  const devices = createDevices(part('devices'), () => watch.load());
  const show = (overview: Overview) => {
    const { prices, choices } = overview;
    const alert = trouble(overview);
    drawChoices(choice, choices, prices?.id);
    part('empty').hidden = choices.length > 0;
    part('empty').textContent = word('empty');
    tell(alert);
    part('shown').hidden = !prices?.series;
    const data = chartData(overview);
    if (data) {
      chart ??= createChart(part('place'));
      chart.show(data);
    }
    drawFacts(part('facts'), overview);
    devices.show(overview);
    drawFoot(part('foot'), prices?.series);
  };
  const tell = (text: string) => {
    part('alert').hidden = text === '';
    if (part('alert').textContent !== text) part('alert').textContent = text;
  };
  const watch = watchOverview(content, () => choice.value, show, tell);
  choice.addEventListener('change', () => watch.load());
}
