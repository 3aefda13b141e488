import type { EditorRED } from 'node-red';
import { decoded } from '../../../src/core/percent.ts';
import { configWord } from './words.ts';

declare const RED: EditorRED;

/** Fields with addresses, which the flow file shows to whoever sees a flow: no secret may stay in them. */
const fields = ['url', 'sources', 'brokerUrl', 'figures'] as const;
type Field = (typeof fields)[number];

/** Whoever is named before the host, with a scheme or without one. A password may have anything, an `@` too. */
const signIn = /^(\s*(?:[\w-]+=)?(?:\w+:\/\/)?)([^/@:\n]*)(?::(?!\/\/)(.*))?@/gm;

interface Bared {
  readonly address: string;
  readonly user?: string;
  readonly password?: string;
}

/** An address, or several, without what signs in; of a service or a source also without the keys that none of them takes. */
export function bared(field: Field, text: string): Bared {
  // A path may have any of these signs.
  if (field === 'figures' && !/^\s*\w+:\/\//.test(text)) return { address: text };
  const [, , user, password] = [...text.matchAll(signIn)][0] ?? [];
  const address = text.replace(signIn, '$1');
  if (field !== 'brokerUrl') return { address: address.replace(/[?#].*/g, '') };
  return { address, ...(user && { user: decoded(user) }), ...(password && { password: decoded(password) }) };
}

const input = (name: string) => $(`#node-config-input-${name}`);

/** Those of the open dialog that something was taken out of. */
let told = new Set<Field>();

/** Takes secrets out of a field as soon as it is left, and says so below it. */
export function offerBareAddresses(): void {
  told = new Set();
  for (const field of fields) {
    const note = $('<div class="dayahead-note dayahead-below" role="status">').insertAfter(input(field));
    input(field).on('change', () => {
      if (!bare(field)) return;
      note.text(wordOf(field));
      input(field).trigger('change');
    });
  }
}

/** Takes them out as the dialog closes, often by the click that leaves the field: the editor says so then. */
export function bareAddresses(): void {
  for (const field of fields) bare(field);
  for (const field of told) RED.notify(wordOf(field), 'warning');
}

const wordOf = (field: Field) => configWord(field === 'brokerUrl' ? 'bared.broker' : 'bared.other');

/** True where there was one. */
function bare(field: Field): boolean {
  const typed = String(input(field).val() ?? '');
  const { address, user, password } = bared(field, typed);
  if (address === typed) return false;
  told.add(field);
  input(field).val(address);
  if (user) input('brokerUser').val(user);
  if (password) input('brokerPassword').val(password);
  return true;
}
