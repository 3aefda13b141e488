import { expect, it } from 'vitest';
import { phoneAddresses } from '../../../../nodes/editor/config/page-address.ts';

const known = { urls: ['http://192.168.1.20:1880/dayahead/'], path: '/dayahead/' };
const editorAt = (href: string) => new URL(href);

it.each([
  ['at an address of the network', 'http://192.168.1.20:1880/', known.urls],
  ['at a name', 'https://home.example/red/', ['https://home.example/dayahead/', ...known.urls]],
  ['at localhost', 'http://localhost:1880/', known.urls],
  ['at 127.0.0.1', 'http://127.0.0.1:1880/', known.urls],
  ['at [::1]', 'http://[::1]:1880/', known.urls],
  ['in the ingress of Home Assistant', 'http://homeassistant.local:8123/api/hassio_ingress/a1b2/', known.urls],
])('an editor that is opened %s shows phones addresses that they can open', (_, href, urls) => {
  expect(phoneAddresses(editorAt(href), known)).toEqual(urls);
});
