import type { EditorRED } from 'node-red';
import type { Allowance } from '../../../src/core/vocabulary.ts';
import type { SourceFacts } from '../../../src/runtime/editor/source-probe.ts';
import { allowanceText } from '../common/allowance-text.ts';
import { numberWith } from '../common/amounts.ts';
import { errorText, isFault, post } from '../common/ask.ts';
import { homeCountry } from '../common/home.ts';
import { isKept } from '../common/site.ts';
import { language, wordsOf } from '../common/words.ts';
import { contractsOf } from '../contract/kept.ts';
import { showSources } from './prices.ts';

declare const RED: EditorRED;

/** The facts of a service or of a broker that works. */
interface Finding {
  readonly countries?: number;
  readonly allowance?: Allowance;
  readonly version?: number;
  readonly source?: SourceFacts;
}

const texts = [
  'service',
  'catalogue',
  'figures',
  'prices',
  'sources',
  'url',
  'broker',
  'brokerUrl',
  'brokerUser',
  'tls',
  'mqttBroker',
];
const secrets = ['token', 'brokerPassword', 'entsoeToken'];

const word = wordsOf('config', 'test');

/** Makes the button of `what` try out what the dialog holds, and say below it what was found. */
export function offerTest(what: 'service' | 'broker', id: string): void {
  const button = $(`#dayahead-test-${what}`);
  const note = $(`#dayahead-test-${what}-note`);
  const say = (text: string, kind: string) => note.attr('class', `dayahead-note ${kind}`).text(text);
  button.on('click', async () => {
    button.prop('disabled', true);
    say(word('running'), '');
    try {
      say(worksText(await post(`typed/${what}`, { typed: typedIn(id), country: countryOf(id) })), 'dayahead-works');
    } catch (error) {
      if (isFault(error, 'source-none')) showSources();
      if (isFault(error, 'own-files')) $('#node-config-input-catalogue').addClass('input-error');
      say(withLabels(errorText(error)), 'dayahead-fault');
    }
    button.prop('disabled', false);
  });
  // What was found is not of what is typed in now.
  $('#node-config-dialog-edit-form').on('input change', 'input, select, textarea', () => say('', ''));
}

/** With what the dialog calls its fields. */
const withLabels = (text: string): string =>
  text.replace(/\b(\w+): /g, (said, field) => {
    const label = $(`label[for="node-config-input-${field}"]`).first().text().trim();
    return label ? `${label}: ` : said;
  });

function worksText({ countries = 0, allowance, version, source }: Finding): string {
  if (version) return word(`mqtt${version}`);
  if (source) return sourceText(source);
  return [word('service', { n: countries }), ...(allowance ? [allowanceText(allowance)] : [])].join(' ');
}

function sourceText({ household, price, currency, ...source }: SourceFacts): string {
  const { tomorrow } = source;
  const facts = { ...source, price: exchangePrice(price, currency, language()) };
  return [word(tomorrow ? 'source' : 'sourceToday', facts), ...(household ? [word('household')] : [])].join(' ');
}

/** A price of the exchange, which is in euro: in cents where everybody takes these for the euro's, `4.5 ct/kWh`, else `0.045 EUR/kWh`. */
export const exchangePrice = (euro: number, currency: string, language: string): string =>
  currency === 'EUR'
    ? `${numberWith(1, language).format(100 * euro)} ct/kWh`
    : `${numberWith(3, language).format(euro)} EUR/kWh`;

/** The country of a node that has its prices from this site, else of its household, of a contract it holds, or the user's own. */
function countryOf(site: string): string {
  const { household } = (RED.nodes.node(site) ?? {}) as { household?: { country?: string } | null };
  let country = household?.country || (contractsOf(site)[0]?.country ?? '');
  RED.nodes.eachNode((node: { config?: string; country?: string }) => {
    if (node.config === site && node.country) country = node.country;
    return true;
  });
  return country || homeCountry();
}

/** A site as its dialog has it. */
export function typedIn(id: string): object {
  const value = (name: string) => String($(`#node-config-input-${name}`).val() ?? '');
  const typed = texts.map((name) => [name, value(name) === '_ADD_' ? '' : value(name)]);
  const changed = secrets.filter((name) => !isKept(value(name))).map((name) => [name, value(name)]);
  const rejectUnauthorized = $('#node-config-input-rejectUnauthorized').prop('checked');
  return { id, rejectUnauthorized, ...Object.fromEntries([...typed, ...changed]) };
}
