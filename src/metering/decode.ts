import { MeterFileError } from './meter-file-error.ts';
import { workbookText } from './workbook/workbook-text.ts';

/** Bytes of the largest file that is read; ask the size of a file before its bytes. */
export const LARGEST_METER_FILE = 32 * 1024 * 1024;

const ZIP = '504b0304';

/** First bytes of what people send instead of readings. */
const strangers = [
  { bytes: '89504e47', key: 'picture', kind: 'PNG' },
  { bytes: 'ffd8ff', key: 'picture', kind: 'JPEG' },
  { bytes: '47494638', key: 'picture', kind: 'GIF' },
  { bytes: '52494646', key: 'picture', kind: 'WebP' },
  { bytes: '424d', key: 'picture', kind: 'BMP' },
  { bytes: '25504446', key: 'document', kind: 'PDF' },
  { bytes: ZIP, key: 'spreadsheet', kind: 'ZIP or XLSX' },
  { bytes: 'd0cf11e0', key: 'spreadsheet', kind: 'XLS' },
  { bytes: '1f8b', key: 'spreadsheet', kind: 'GZIP' },
] as const;

/**
 * The text of a meter file: UTF-8 or UTF-16 with or without a byte order mark, else of a code page of Windows; of a workbook
 * (XLSX) its sheet.
 */
export function decodedMeterFile(bytes: Uint8Array): string {
  refuseSize(bytes.length);
  const hex = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const sheet = hex === ZIP ? workbookText(bytes) : undefined;
  const stranger = strangers.find((each) => hex.startsWith(each.bytes));
  if (stranger && sheet === undefined) throw new MeterFileError(stranger.key, { kind: stranger.kind });
  const text = sheet ?? textOf(bytes);
  if (text.trim() === '') throw new MeterFileError('empty');
  const control = text.slice(0, 4096).search(/(?=\p{ASCII})(?!\s)\p{Cc}/u);
  if (control >= 0) throw new MeterFileError('not-text', { byte: control + 1 });
  if (/^\s*<(!doctype html|html)\b/i.test(text)) throw new MeterFileError('web-page');
  return text;
}

/** Refuses a file by its size in bytes, before or after it has been read. */
export function refuseSize(size: number): void {
  const mega = 1024 * 1024;
  if (size > LARGEST_METER_FILE)
    throw new MeterFileError('too-large', { megabytes: Math.ceil(size / mega), most: LARGEST_METER_FILE / mega });
}

function textOf(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const western = new TextDecoder('windows-1252').decode(bytes);
    return mistakenCentral.test(western) ? new TextDecoder('windows-1250').decode(bytes) : western;
  }
}

/**
 * Czech `ě` before a letter and Polish `-ość` of Windows-1250 read as Windows-1252, which no western language has. Node 20 reads
 * the byte of `œ` as a control character.
 */
const mistakenCentral = /ì\p{L}|[œ\u009c]æ/u;

/** UTF-16 by its mark, or by the zero bytes that Latin letters have in it. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 64);
  const zeros = (parity: number) => head.filter((byte, i) => i % 2 === parity && byte === 0).length;
  const most = head.length / 4;
  if (zeros(1) > most && zeros(0) === 0) return 'utf-16le';
  return zeros(0) > most && zeros(1) === 0 ? 'utf-16be' : undefined;
}
