import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * An authority that nobody knows, a broker of its own (`127.0.0.1`, `broker.test`) and a client, `house`: certificate
 * and key in one file each, valid from 2020 to 2119. They protect nothing.
 */
export const certificate = (name: 'ca.pem' | 'broker.pem' | 'house.pem' | 'house.p12') =>
  join(import.meta.dirname, 'certificates', name);

export const PEM = {
  ca: readFileSync(certificate('ca.pem'), 'utf8'),
  broker: readFileSync(certificate('broker.pem'), 'utf8'),
  house: readFileSync(certificate('house.pem'), 'utf8'),
};

/** Of `house.p12`. */
export const PASSPHRASE = 'test';

/** Mosquitto lets in clients of the authority alone. */
export const mosquittoTls = [
  `cafile ${certificate('ca.pem')}`,
  `certfile ${certificate('broker.pem')}`,
  `keyfile ${certificate('broker.pem')}`,
  'require_certificate true',
  'use_identity_as_username true',
  'allow_anonymous false',
];
