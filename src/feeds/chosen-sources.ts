import type { ChosenSources } from './price-feeds.ts';
import { EVERY_SOURCE, sourceNames } from './source-names.ts';

/** The names of everything that may be chosen. */
const names: readonly string[] = [EVERY_SOURCE, ...sourceNames];

/** `feed=address`, or `feed` alone for its own address, or `all`. Throws an `Error` that begins with the name. */
export function readSource(text: string): readonly [name: string, address: string | undefined] {
  const [, name = '', address] = /^([^=]*)(?:=(.*))?$/.exec(text.trim()) ?? [];
  if (!names.includes(name)) throw new Error(`${name.slice(0, 40)}: must be one of ${names.join(', ')}`);
  if (address === undefined) return [name, undefined];
  if (name === EVERY_SOURCE) throw new Error(`${name}: has no address of its own`);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new Error(`${name}: its address must be as https://prices.example or https://prices.example/path`);
  return [name, address];
}

/** One source a line. Throws as `readSource` does. */
export const readSourceList = (text: string): ChosenSources =>
  new Map(text.split('\n').flatMap((line) => (line.trim() ? [readSource(line)] : [])));

/** Addresses of sources, one a line, that choose none of them. Throws as `readSource` does, and for one without an address. */
export function readMirrors(text: string): ChosenSources {
  const mirrors = readSourceList(text);
  for (const [name, address] of mirrors)
    if (address === undefined) throw new Error(`${name}: must be as ${name}=https://mirror.example`);
  return mirrors;
}
