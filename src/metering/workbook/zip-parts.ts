import { crc32, inflateRawSync } from 'node:zlib';

/** Unpacks a part of an archive. Throws a `ZipSizeError` if it has more than `limit` bytes. */
export type ZipPart = (limit: number) => Buffer;

/** An archive that is damaged, encrypted or packed by another method than Deflate. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
}

/** A part with more bytes than the limit. */
export class ZipSizeError extends ZipError {}

const [DIRECTORY_END, DIRECTORY_ENTRY, LOCAL_ENTRY] = [0x06054b50, 0x02014b50, 0x04034b50];
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** Bytes of the end of the directory with the longest comment. */
const MAX_END = 22 + 0xffff;

/**
 * The parts of a ZIP archive by their names in lower case, from its central directory (APPNOTE.TXT 6.3.10 of PKWARE). Archives
 * of 4 GB and more (ZIP64) are refused by their sizes.
 */
export function zipParts(bytes: Uint8Array): ReadonlyMap<string, ZipPart> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const end = directoryEnd(zip);
    const parts = new Map<string, ZipPart>();
    let at = zip.readUInt32LE(end + 16);
    for (let i = zip.readUInt16LE(end + 10); i > 0; i -= 1) {
      if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new ZipError('no directory entry');
      const [entry, nameEnd] = [at, at + 46 + zip.readUInt16LE(at + 28)];
      const name = zip.toString('utf8', at + 46, nameEnd).toLowerCase();
      parts.set(name, (limit) => unpackedPart(zip, entry, limit));
      at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
    return parts;
  } catch (cause) {
    throw asZipError(cause);
  }
}

function directoryEnd(zip: Buffer): number {
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - MAX_END); at -= 1)
    if (zip.readUInt32LE(at) === DIRECTORY_END) return at;
  throw new ZipError('no directory');
}

function unpackedPart(zip: Buffer, entry: number, limit: number): Buffer {
  try {
    const [flags, method] = [zip.readUInt16LE(entry + 8), zip.readUInt16LE(entry + 10)];
    const [packed, size, at] = [
      zip.readUInt32LE(entry + 20),
      zip.readUInt32LE(entry + 24),
      zip.readUInt32LE(entry + 42),
    ];
    if (size > limit) throw new ZipSizeError(`${size} bytes`);
    if (flags & ENCRYPTED || (method !== STORED && method !== DEFLATED) || zip.readUInt32LE(at) !== LOCAL_ENTRY)
      throw new ZipError('encrypted or packed otherwise');
    const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    const data = zip.subarray(start, start + packed);
    const part = method === STORED ? data : inflateRawSync(data, { maxOutputLength: Math.max(1, size) });
    if (part.length !== size || crc32(part) !== zip.readUInt32LE(entry + 16)) throw new ZipError('damaged');
    return part;
  } catch (cause) {
    throw asZipError(cause);
  }
}

/** Reading beyond the end of the file is a `RangeError`, and so are more bytes than the directory says. */
const asZipError = (cause: unknown) => (cause instanceof ZipError ? cause : new ZipError('damaged', { cause }));
