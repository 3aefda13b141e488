import type { Allowance } from '../../../src/core/vocabulary.ts';
import type { Fault } from '../../../src/runtime/problems.ts';
import { allowanceText } from '../common/allowance-text.ts';
import { faultOf, faultText, isKept, post } from '../common/ask.ts';
import { wordsOf } from '../common/words.ts';

/** What a test has shown. */
type Finding =
  | { readonly ok: true; readonly countries?: number; readonly allowance?: Allowance; readonly version?: number }
  | { readonly ok: false; readonly fault: Fault };

const texts = ['service', 'catalogue', 'url', 'broker', 'brokerUrl', 'brokerUser', 'tls', 'mqttBroker'];
const secrets = ['token', 'brokerPassword'];

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
      const found = await post<Finding>(`typed/${what}`, { typed: typedIn(id) });
      if (found.ok) say(worksText(found), 'dayahead-works');
      else say(faultText(found.fault), 'dayahead-fault');
    } catch (error) {
      say(faultText(faultOf(error)), 'dayahead-fault');
    }
    button.prop('disabled', false);
  });
  // What was found is not of what is typed in now.
  $('#node-config-dialog-edit-form').on('input change', 'input, select', () => say('', ''));
}

function worksText({ countries = 0, allowance, version }: Extract<Finding, { ok: true }>): string {
  if (version) return word(`mqtt${version}`);
  return [word('service', { n: countries }), ...(allowance ? [allowanceText(allowance)] : [])].join(' ');
}

function typedIn(id: string): object {
  const value = (name: string) => String($(`#node-config-input-${name}`).val() ?? '');
  const typed = texts.map((name) => [name, value(name) === '_ADD_' ? '' : value(name)]);
  const changed = secrets.filter((name) => !isKept(value(name))).map((name) => [name, value(name)]);
  const rejectUnauthorized = $('#node-config-input-rejectUnauthorized').prop('checked');
  return { id, rejectUnauthorized, ...Object.fromEntries([...typed, ...changed]) };
}
