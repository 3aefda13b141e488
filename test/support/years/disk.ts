import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import type { TextStore } from '../../../src/runtime/store.ts';
import type { Chance } from '../chance.ts';

/** A disk that may be full, and on which a crash tears what was being written. */
export interface Disk {
  readonly folder: string;
  place(name: string): TextStore;
  /** A value is lost, and a folder. */
  lose(name: string, folder: string): void;
  fill(isFull: boolean): void;
  isFull(): boolean;
  /** Cuts a file short somewhere, or a value. */
  tear(chance: Chance): void;
  /** Files and values, and how many bytes they are. */
  used(): { readonly files: number; readonly bytes: number };
  /** The process that had these places is dead: nothing is written any more by it. */
  nextLife(): void;
  stop(): void;
}

export function diskAt(folder: string): Disk {
  const values = new Map<string, string>();
  let isFull = false;
  let life = 0;
  const real = { write: fs.writeFileSync };
  const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  fs.writeFileSync = ((file: string, text: string, ...rest: []) => {
    if (!isFull || !String(file).startsWith(folder)) return real.write(file, text, ...rest);
    real.write(file, String(text).slice(0, 100), ...rest);
    throw full();
  }) as typeof fs.writeFileSync;
  syncBuiltinESMExports();
  const files = () =>
    fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return {
    folder,
    place(name) {
      const born = life;
      return {
        name,
        read: async () => values.get(name),
        async write(text) {
          if (isFull) throw full();
          if (born === life) values.set(name, text);
        },
        async remove() {
          if (born === life) values.delete(name);
        },
      };
    },
    lose(name, lost) {
      values.delete(name);
      fs.rmSync(join(folder, lost), { recursive: true, force: true });
    },
    fill(now) {
      isFull = now;
    },
    isFull: () => isFull,
    tear(chance) {
      const cut = (text: string) => text.slice(0, chance.below(text.length));
      const [name, text] = [...values][chance.below(2 * values.size)] ?? [];
      if (name !== undefined && text !== undefined) return void values.set(name, cut(text));
      const all = files().filter(({ parentPath }) => !parentPath.includes('tariffs'));
      const file = all[chance.below(all.length)];
      if (!file) return;
      const path = join(file.parentPath, file.name);
      real.write(path, cut(fs.readFileSync(path, 'utf8')));
    },
    used() {
      const sizes = files().map(({ parentPath, name }) => fs.statSync(join(parentPath, name)).size);
      const kept = [...values.values()].map((text) => text.length);
      const bytes = [...sizes, ...kept].reduce((sum, size) => sum + size, 0);
      return { files: sizes.length + kept.length, bytes };
    },
    nextLife() {
      life++;
    },
    stop() {
      fs.writeFileSync = real.write;
      syncBuiltinESMExports();
    },
  };
}
