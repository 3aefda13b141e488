import type { EditorRED } from 'node-red';
import type { PageAddresses } from '../../../src/runtime/household/page-addresses.ts';
import { fetchFrom } from '../common/ask.ts';
import { drawQrCode } from './qr-code.ts';
import { configWord } from './words.ts';

declare const RED: EditorRED;

const LOOPBACK = /^(localhost|127\.|\[::1\])/;

type Place = Pick<Location, 'origin' | 'hostname' | 'pathname'>;

/** The ingress of Home Assistant is open to its users alone, and at another path. */
const isIngress = ({ pathname }: Place): boolean => pathname.includes('/api/hassio_ingress/');

/** The addresses for phones: that of the editor first, unless it leads to this computer alone. */
export function phoneAddresses(editor: Place, { urls, path }: PageAddresses): readonly string[] {
  const isOurs = isIngress(editor) || LOOPBACK.test(editor.hostname);
  return [...new Set([...(isOurs ? [] : [editor.origin + path]), ...urls])];
}

/** Shows below the choice of the household page where phones open it, or why they cannot. */
export async function showPageAddress(): Promise<void> {
  const page = $('#node-config-input-page');
  const [note, code] = [$('#dayahead-page-note'), $('#dayahead-page-code')];
  const { httpNodeRoot = '/', dayaheadConfigServesPages: isServed } = RED.settings as {
    readonly httpNodeRoot?: string;
    readonly dayaheadConfigServesPages?: boolean;
  };
  let known: PageAddresses = { urls: [], path: `${httpNodeRoot.replace(/\/?$/, '/')}dayahead/` };
  const show = () => {
    const isOn = Boolean(page.val());
    const urls = phoneAddresses(location, known);
    const { path, unknown } = known;
    const text = () => {
      if (!isServed) return configWord('pageNotServed');
      if (urls.length === 0 && unknown) return configWord(`pageAddress.${unknown}`, { path });
      const address = urls.join(' · ') || (isIngress(location) ? path : location.origin + path);
      return configWord('pageNote', { address });
    };
    note.text(isOn ? text() : '');
    drawQrCode(code, isOn && isServed ? (urls[0] ?? '') : '', configWord('pageAddress.scan'));
  };
  page.on('change', show);
  show();
  // Without an answer the address of the editor stays.
  known = await fetchFrom<PageAddresses>('page-addresses', {}).catch(() => known);
  show();
}
