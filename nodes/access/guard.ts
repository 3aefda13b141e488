import type { NodeAPI } from 'node-red';
import { warnOf } from '../adapter/logger.ts';
import { accessOf } from '../adapter/site.ts';
import { type AccessSettings, readAccessSettings } from './access-settings.ts';
import { accessFault } from './decide.ts';
import type { Answering, Asked } from './http.ts';
import { sendRefusalPage } from './refusal-page.ts';
import type { AccessRequest } from './route.ts';

type Guard = (asked: Asked, answer: Answering, next: () => void) => void;

const known = new WeakMap<object, AccessSettings>();

/** The access settings of `settings.js`, which are read and checked once. */
export function accessSettingsOf(RED: NodeAPI): AccessSettings {
  const given = accessOf(RED);
  const read = known.get(given);
  if (read) return read;
  // The Supervisor gives every add-on a token.
  const isAddOn = process.env.SUPERVISOR_TOKEN !== undefined;
  const settings = readAccessSettings(given, isAddOn, warnOf(RED));
  known.set(given, settings);
  return settings;
}

export const accessRequestOf = ({ method, headers, socket }: Asked): AccessRequest => ({
  method,
  headers,
  remoteAddress: socket?.remoteAddress,
  isEncrypted: Boolean(socket && 'encrypted' in socket),
});

/**
 * Stands in front of every route of this package and refuses requests that pages of other origins may have sent. A refusal is
 * JSON, or a small page where `isPage` says that people open the route in a browser.
 */
export const guardRoute =
  (RED: NodeAPI, { isPage = false } = {}): Guard =>
  (asked, answer, next) => {
    answer.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    answer.setHeader('Content-Security-Policy', "frame-ancestors 'self'");
    // Set by Node-RED 4.1 for every page; an origin that the user has configured in settings.js stays.
    if (answer.getHeader('Access-Control-Allow-Origin') === '*') answer.removeHeader('Access-Control-Allow-Origin');
    const fault = accessFault(accessRequestOf(asked), accessSettingsOf(RED), isPage);
    if (!fault) return next();
    if (isPage) sendRefusalPage(asked, answer, fault);
    else answer.status(403).json({ fault });
  };
