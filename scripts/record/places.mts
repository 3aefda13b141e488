import { hash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where a recorded house lives; the ports and the folder are others at each start. */
export interface Places {
  readonly broker: string;
  readonly service: string;
  /** Its files. */
  readonly folder: string;
  /** Of the cabin, at the service. */
  readonly token: string;
}

/** What the files of a record say for them, beside the token, which stays. */
export const named = { broker: 'mqtt://broker.example', service: 'http://service.example', folder: '/home/user' };

/** A text that was written at `from`, as it would have been written at `to`. */
export function moved(text: string, from: Places, to: Places): string {
  const before = writings(from);
  return writings(to).reduce((said, writing, i) => said.replaceAll(before[i] ?? '', writing), text);
}

/** The last is how a site keeps apart what was counted for a service and token: a digest, as 0.1.0 makes it. */
const writings = ({ broker, service, folder, token }: Places) => [
  broker,
  service,
  folder,
  hash('sha256', JSON.stringify([service, token]), 'base64url'),
];

/** Copies the files of a house into another place; what says where it is says the new place. */
export async function moveFiles(source: string, target: string, from: Places, to: Places): Promise<void> {
  for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const copy = join(target, path.slice(source.length));
    await mkdir(dirname(copy), { recursive: true });
    if (path.endsWith('.db')) await copyFile(path, copy);
    else await writeFile(copy, moved(await readFile(path, 'utf8'), from, to));
  }
}
