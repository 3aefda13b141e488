import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { carValues } from '../../src/messages/battery/car.ts';
import { batteryValues } from '../../src/messages/battery/command.ts';
import { commandValues } from '../../src/messages/command.ts';
import { entityNames } from '../../src/mqtt/discovery/entity-names.ts';
import { feedinRows, priceRows } from '../../src/mqtt/price-topics.ts';
import { publishedRows } from '../support/mqtt/published-rows.ts';

const page = readFileSync('docs/integrate/topics.md', 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| `'));
/** `a/b`, `c` of a row's first column stand for a/b and a/c, which expire as its last column shows. */
const documented = rows.flatMap((row) => {
  const cells = row.slice(2, -2).split(' | ');
  const [first = '', ...others] = [...(cells[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
  const branch = first.slice(0, first.lastIndexOf('/') + 1);
  const topics = [first, ...others.map((name) => (name.includes('/') ? name : `${branch}${name}`))];
  return topics.map((topic) => ({ topic, end: cells.at(-1) }));
});
const published = publishedRows('<device>', '<name>').map(({ topic, end = '–' }) => ({
  topic,
  end: topic.startsWith('feedin/') ? 'as the `price/…` topic of the same name' : end,
}));

// Promise P-251 integrate/topics: the page names every topic
it('names every topic that a site publishes, with its end', () => {
  const byTopic = (a: { topic: string }, b: { topic: string }) => a.topic.localeCompare(b.topic);
  const isPublished = ({ topic }: { topic: string }) => /^(status|meta)$|^(?!.*\/set\/).*\//.test(topic);
  expect(documented.filter(isPublished).sort(byTopic)).toEqual(published.sort(byTopic));
});

it('gives a feed-in topic the end of the price topic of its name', () => {
  const ends = (table: typeof priceRows) => Object.keys(feedinRows).map((name) => table[name]?.validUntil);
  expect(ends(feedinRows)).toEqual(ends(priceRows));
});

// Promise P-253 integrate/topics: the page names every command of batteries
it('names every command of a battery', () => {
  const [sentence = ''] = /Their topics are `battery[\s\S]*?`reset`\./.exec(page) ?? [];
  expect([...Object.keys(batteryValues({})), 'reset'].filter((key) => !sentence.includes(`\`${key}\``))).toEqual([]);
});

// Promise P-254 integrate/topics: the page names every command of cars
it('names every command of a car', () => {
  const [sentence = ''] = /\[A car\]\(\.\.\/use\/car\.md\) takes[\s\S]*?`reset`\./.exec(page) ?? [];
  expect([...Object.keys(carValues({})), 'reset'].filter((key) => !sentence.includes(`\`${key}\``))).toEqual([]);
});

// Promise P-252 integrate/topics: the page names every command of devices
it('names every command', () => {
  const commands = rows.slice(rows.findIndex((row) => row.includes('/set/')) + 1).map((row) => row.split('`')[1]);
  expect(commands.sort()).toEqual([...Object.keys(commandValues({})), 'reset'].sort());
});

// Promise P-335 integrate/topics: the page names every entity
it.each([
  ['the site', { ...entityNames.site, ...entityNames.price }],
  ['each *cheapest-window*', entityNames.window],
  ['each *battery*', entityNames.battery],
])('names every entity of %s', (device, names) => {
  const row = (page.split('\n').find((line) => line.startsWith(`| ${device} |`)) ?? '').toLowerCase();
  const said = (name: string) => name.toLowerCase().replace(/ (this month|in all|today|by plan)$/, '');
  expect(Object.values(names).filter((name) => !row.includes(said(name)))).toEqual([]);
});
