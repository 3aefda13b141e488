import type { EditorRED } from 'node-red';

declare const RED: EditorRED;

interface Config {
  schema: number;
  name: string;
  site: string;
  topicRoot: string;
  service: 'embedded' | 'remote';
  catalogue: string;
  url: string;
  resolution: string;
  timeZone: string;
  contextStore: string;
  broker: 'none' | 'typed' | 'node';
  brokerUrl: string;
  brokerUser: string;
  rejectUnauthorized: boolean;
  tls: string;
  mqttBroker: string;
  discoveryPrefix: string;
}

interface Credentials {
  token: string;
  brokerPassword: string;
}

const address = (schemes: string) => (text: string) =>
  text === '' || text.startsWith('${') || new RegExp(`^(${schemes})://[^\\s/]+`).test(text);

RED.nodes.registerType<Config, Credentials>('dayahead-config', {
  category: 'config',
  icon: 'config.svg',
  defaults: {
    schema: { value: 1 },
    name: { value: '' },
    site: { value: 'home', validate: (text) => /^([a-z0-9_-]+|\$\{.+\})$/.test(text) },
    topicRoot: { value: 'dayahead', validate: (text) => /^([a-z0-9_-]+|\$\{.+\})$/.test(text) },
    service: { value: 'embedded' },
    catalogue: { value: '' },
    url: { value: '', validate: address('https?') },
    resolution: { value: '900' },
    timeZone: { value: '' },
    contextStore: { value: '' },
    broker: { value: 'none' },
    brokerUrl: { value: '', validate: address('mqtts?|wss?') },
    brokerUser: { value: '' },
    rejectUnauthorized: { value: true },
    tls: { value: '', type: 'tls-config', required: false },
    mqttBroker: { value: '', type: 'mqtt-broker', required: false },
    discoveryPrefix: { value: 'homeassistant', validate: (text) => /^([\w/-]*|\$\{.+\})$/.test(text) },
  },
  credentials: {
    token: { type: 'password' },
    brokerPassword: { type: 'password' },
  },
  label() {
    return this.name || this.site;
  },
  oneditprepare() {
    preselectBroker(this.id);
    offerStores(this.contextStore ?? '');
    for (const field of ['service', 'broker']) {
      const select = $(`#node-config-input-${field}`);
      const show = () => {
        $(`.dayahead-${field}`).hide();
        $(`.dayahead-${field}-${select.val()}`).show();
      };
      select.on('change', show);
      show();
    }
  },
});

/** A new site publishes to the broker that is there, when there is exactly one. */
function preselectBroker(id: string): void {
  const brokers: string[] = [];
  RED.nodes.eachConfig((config: { id?: string; type?: string }) => {
    if (config.type === 'mqtt-broker' && config.id) brokers.push(config.id);
    return true;
  });
  const [only] = brokers;
  if (RED.nodes.node(id) || !only || brokers.length > 1) return;
  $('#node-config-input-broker').val('node');
  $('#node-config-input-mqttBroker').val(only);
}

/** The context stores of settings.js, each with where state really goes when it is chosen. */
function offerStores(chosen: string): void {
  const { dayaheadConfigStores: stores } = RED.settings as { dayaheadConfigStores?: Record<string, boolean> };
  const word = (key: string) => RED._(`@dayahead/node-red-tariffs/dayahead-config:config.contextStore.${key}`);
  const listed = Object.entries({ ...stores }).map(([name, lasts]) => [name, lasts ? 'disk' : 'memory'] as const);
  const gone = chosen && !(chosen in { ...stores }) ? ([[chosen, 'gone']] as const) : [];
  const options = [...listed, ...gone].map(([name, key]) =>
    $('<option>')
      .val(name)
      .text(`${name} (${word(key)})`),
  );
  $('#node-config-input-contextStore')
    .append($('<option>').val('').text(word('file')), ...options)
    .val(chosen);
}
