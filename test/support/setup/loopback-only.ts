import { Socket } from 'node:net';
import { afterEach, expect } from 'vitest';

/**
 * Keeps every test on this machine: a connection to any other fails as one to a name that nobody has, and with it the
 * test. Names that are reserved for examples are nobody's by right.
 */

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1|\[::1\]|0\.0\.0\.0|::)$/;
const RESERVED = /\.?(example|invalid|test|example\.(com|org|net))$/;

interface Place {
  readonly host?: string | null;
  readonly path?: string | null;
}

/** Files share a process, in which the connections are guarded once. */
const KEY = Symbol.for('dayahead test connections');
const kept = globalThis as { [KEY]?: Set<string> };
kept[KEY] ??= guardConnections();
const outside = kept[KEY];

/** Returns the hosts outside this machine to which a connection was attempted. */
function guardConnections(): Set<string> {
  const hosts = new Set<string>();
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (this: Socket, ...where: unknown[]): Socket {
    const host = hostOf(where);
    if (LOOPBACK.test(host)) return Reflect.apply(connect, this, where);
    if (!RESERVED.test(host)) hosts.add(host);
    const error = Object.assign(new Error(`not asked in a test: ${host}`), { code: 'ENOTFOUND' });
    process.nextTick(() => this.destroy(error));
    return this;
  };
  return hosts;
}

/** `(options)`, `(port, host)` or `(path)`, in a list where `net.connect` has read them already. */
function hostOf([first, second]: readonly unknown[]): string {
  const place = Array.isArray(first) ? first[0] : first;
  if (typeof place === 'object' && place !== null) {
    const { host, path }: Place = place;
    return path ? 'localhost' : (host ?? 'localhost');
  }
  return typeof second === 'string' ? second : 'localhost';
}

afterEach(() => {
  const asked = [...outside];
  outside.clear();
  expect(asked, 'asked outside this machine').toEqual([]);
});
