import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { greeting } from '../../scripts/demo/greeting.mts';
import { commandOn } from '../../src/mqtt/command-topics.ts';
import { slug } from '../../src/mqtt/topics.ts';

const words = (file: string) => readFileSync(file, 'utf8').replace(/\s+/g, ' ');

it.each(['docs/integrate/topics.md', 'README.md', 'nodes/locales/en-US/config.html', 'nodes/locales/de/config.html'])(
  '%s says that Home Assistant needs a broker with MQTT 5 from 2027.1 on',
  (file) => {
    expect(words(file)).toMatch(/2027\.1.{0,80} MQTT 5/);
  },
);

describe('docs/use/home-assistant.md', () => {
  const page = readFileSync('docs/use/home-assistant.md', 'utf8');
  const site = JSON.parse(readFileSync('nodes/locales/en-US/config.json', 'utf8'));
  const picker = JSON.parse(readFileSync('nodes/locales/en-US/tariff-select.json', 'utf8'));

  // Promise P-696 use/home-assistant: ten steps, with pictures
  it('has ten steps to the first entity', () => {
    expect(page.match(/^\d+\. \*\*/gm)).toEqual(Array.from({ length: 10 }, (_, i) => `${i + 1}. **`));
  });

  // Promise P-697 use/home-assistant: the page uses the words of the dialogs
  it('names what the dialogs show', () => {
    const { broker, section } = site.config;
    const named = [broker.typed, section.mqtt, site.test.brokerButton, picker.picker.own.new];
    for (const text of named) expect(page).toContain(`*${text}*`);
  });

  it('has pictures that are there', () => {
    const pictures = [...page.matchAll(/<img src="([^"]+)"/g)].map(([, file]) => `docs/use/${file}`);
    expect(pictures).toHaveLength(3);
    for (const file of pictures) expect(statSync(file).size).toBeLessThan(100_000);
  });

  // Promise P-698 use/home-assistant: the automation publishes the state of charge where the battery reads it
  it('publishes the state of charge on the topic that the battery of the example reads', () => {
    const nodes: { type: string; name?: string; site?: string; topicRoot?: string }[] = JSON.parse(
      readFileSync('examples/home-assistant.json', 'utf8'),
    );
    const named = (type: string) => nodes.find((node) => node.type === `dayahead-${type}`);
    const { site, topicRoot } = named('config') ?? {};
    const topic = `${topicRoot}/${site}/battery/${slug(named('battery')?.name ?? '')}/set/soc`;
    expect(page).toContain(`topic: ${topic}\n`);
    expect(commandOn(topic, '50')).toMatchObject({ kind: 'battery', device: 'battery', key: 'soc' });
  });
});

it('the demo says so beside the address of its own broker', () => {
  const text = greeting({ url: 'http://127.0.0.1:1880/' }, { url: 'mqtt://127.0.0.1:1883', port: 1883 }, '.demo');
  expect(text.split('\n').find((line) => line.startsWith('Broker'))).toBe(
    'Broker  mqtt://127.0.0.1:1883 (MQTT 3.1.1 only; Home Assistant 2027.1 and later need MQTT 5: use Mosquitto)',
  );
});

it.each([
  ['docs/integrate/topics.md', /Do not clear or change the discovery prefix, even for a short time/],
  ['nodes/locales/en-US/config.html', /Do not clear it and enter it again/],
  ['nodes/locales/de/config.html', /Nicht leeren und neu eintragen/],
])('%s warns before the discovery prefix is cleared and entered again', (file, warning) => {
  expect(words(file)).toMatch(warning);
});

it('docs/integrate/topics.md says what a text without a value is, and which entities stay when their price goes', () => {
  expect(words('docs/integrate/topics.md')).toContain('A text entity, such as *ready by*, is empty instead');
  expect(words('docs/integrate/topics.md')).toContain('before 2026.5 keeps the disabled entities of a price');
});
