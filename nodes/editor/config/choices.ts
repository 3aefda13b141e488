import type { EditorRED } from 'node-red';
import { language, textLanguages } from '../common/words.ts';
import { configWord } from './words.ts';

declare const RED: EditorRED;

/** A new site publishes to the broker that is there, when there is exactly one. */
export function preselectBroker(id: string): void {
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
export function offerStores(chosen: string): void {
  const { dayaheadConfigStores: stores } = RED.settings as { dayaheadConfigStores?: Record<string, boolean> };
  const listed = Object.entries({ ...stores }).map(([name, lasts]) => [name, lasts ? 'disk' : 'memory'] as const);
  const gone = chosen && !(chosen in { ...stores }) ? ([[chosen, 'gone']] as const) : [];
  const options = [...listed, ...gone].map(([name, key]) =>
    $('<option>')
      .val(name)
      .text(`${name} (${configWord(`contextStore.${key}`)})`),
  );
  $('#node-config-input-contextStore')
    .append($('<option>').val('').text(configWord('contextStore.file')), ...options)
    .val(chosen);
}

/** Our languages, each by its own name. A new site has the language of the editor, because its user reads the status texts there. */
export function offerLanguages(id: string, saved: string): void {
  const ofEditor = textLanguages().includes(language()) ? language() : '';
  const options = textLanguages().map((tag) => $('<option>').val(tag).text(ownName(tag)));
  $('#node-config-input-language')
    .append($('<option>').val('').text(configWord('language.server')), ...options)
    .val(RED.nodes.node(id) ? saved : ofEditor);
}

function ownName(tag: string): string {
  const { language: code } = new Intl.Locale(tag);
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? tag;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
