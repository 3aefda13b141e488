import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { greeting } from '../../scripts/demo/greeting.mts';

const words = (file: string) => readFileSync(file, 'utf8').replace(/\s+/g, ' ');

it.each(['docs/topics.md', 'README.md', 'nodes/locales/en-US/config.html', 'nodes/locales/de/config.html'])(
  '%s says that Home Assistant needs a broker with MQTT 5 from 2027.1 on',
  (file) => {
    expect(words(file)).toMatch(/2027\.1.{0,80} MQTT 5/);
  },
);

it('the demo says so beside the address of its own broker', () => {
  const text = greeting({ url: 'http://127.0.0.1:1880/' }, { url: 'mqtt://127.0.0.1:1883', port: 1883 }, '.demo');
  expect(text.split('\n').find((line) => line.startsWith('Broker'))).toBe(
    'Broker  mqtt://127.0.0.1:1883 (MQTT 3.1.1 alone, which Home Assistant gives up with 2027.1: use Mosquitto for it)',
  );
});

it.each([
  ['docs/topics.md', /Do not empty the discovery prefix to fill it again/],
  ['nodes/locales/en-US/config.html', /Do not empty it to fill it again/],
  ['nodes/locales/de/config.html', /Nicht leeren und wieder füllen/],
])('%s warns before the discovery prefix is emptied and filled again', (file, warning) => {
  expect(words(file)).toMatch(warning);
});

it('docs/topics.md says what a text without a value is, and which entities stay when their price goes', () => {
  expect(words('docs/topics.md')).toContain('a text, such as ready by, is empty');
  expect(words('docs/topics.md')).toContain('before 2026.5, those of a price that are disabled');
});
