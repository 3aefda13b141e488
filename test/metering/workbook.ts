import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP archive of these parts; `size` is what its directory says of the unpacked size. */
export function zipOf(
  parts: Readonly<Record<string, string | Buffer>>,
  { stored = false, flags = 0, size }: { stored?: boolean; flags?: number; size?: number } = {},
): Buffer {
  const [local, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const part = Buffer.from(text);
    const data = stored ? part : deflateRawSync(part);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(flags, 2);
    head.writeUInt16LE(stored ? 0 : 8, 4);
    head.writeUInt32LE(crc32(part), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(size ?? part.length, 18);
    head.writeUInt16LE(name.length, 22);
    local.push(Buffer.from('PK\u0003\u0004'), head, Buffer.from(name), data);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0'), head, tail, Buffer.from(name));
    at += 4 + head.length + name.length + data.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(parts).length, 4);
  end.writeUInt16LE(Object.keys(parts).length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...local, entries, Buffer.from('PK\u0005\u0006'), end]);
}

/** A number as a cell in the style of this number: 0 General, 1 date, 2 date and time, 3 time. */
const styled = (number: number, style: number) => `<c s="${style}"><v>${number}</v></c>`;
export const date = (days: number) => styled(days, 1);
export const dateTime = (days: number) => styled(days, 2);
export const time = (share: number) => styled(share, 3);

/** A row of cells: texts, numbers and cells as they are in the sheet. */
export const row = (...cells: readonly (string | number)[]) =>
  `<row>${cells.map((cell) => (typeof cell === 'number' ? `<c><v>${cell}</v></c>` : cell.startsWith('<') ? cell : `<c t="inlineStr"><is><t>${cell}</t></is></c>`)).join('')}</row>`;

const styles =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-F800]dd\\.mm\\.yyyy\\ hh:mm"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="0"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/></cellXfs></styleSheet>';

/** The parts of a workbook with these sheets, each the text of its rows. */
export function workbookParts(
  sheets: Readonly<Record<string, string>>,
  { properties = '', strings = '' }: { properties?: string; strings?: string } = {},
): Record<string, string> {
  const names = Object.keys(sheets);
  return {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="r">${properties}<sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    ...Object.fromEntries(
      names.map((name, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
  };
}

export const workbookOf = (...sheet: Parameters<typeof workbookParts>) => zipOf(workbookParts(...sheet));
