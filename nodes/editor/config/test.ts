import type { Allowance } from '../../../src/core/vocabulary.ts';
import { allowanceText } from '../common/allowance-text.ts';
import { errorText, post } from '../common/ask.ts';
import { isKept } from '../common/site.ts';
import { wordsOf } from '../common/words.ts';

/** The facts of a service or of a broker that works. */
interface Finding {
  readonly countries?: number;
  readonly allowance?: Allowance;
  readonly version?: number;
}

const texts = [
  'service',
  'catalogue',
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
      say(worksText(await post(`typed/${what}`, { typed: typedIn(id) })), 'dayahead-works');
    } catch (error) {
      say(errorText(error), 'dayahead-fault');
    }
    button.prop('disabled', false);
  });
  // What was found is not of what is typed in now.
  $('#node-config-dialog-edit-form').on('input change', 'input, select', () => say('', ''));
}

function worksText({ countries = 0, allowance, version }: Finding): string {
  if (version) return word(`mqtt${version}`);
  return [word('service', { n: countries }), ...(allowance ? [allowanceText(allowance)] : [])].join(' ');
}

/** A site as its dialog has it. */
export function typedIn(id: string): object {
  const value = (name: string) => String($(`#node-config-input-${name}`).val() ?? '');
  const typed = texts.map((name) => [name, value(name) === '_ADD_' ? '' : value(name)]);
  const changed = secrets.filter((name) => !isKept(value(name))).map((name) => [name, value(name)]);
  const rejectUnauthorized = $('#node-config-input-rejectUnauthorized').prop('checked');
  return { id, rejectUnauthorized, ...Object.fromEntries([...typed, ...changed]) };
}
