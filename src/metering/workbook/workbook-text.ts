import { MeterFileError } from '../meter-file-error.ts';
import { shownByStyles } from './cell-dates.ts';
import { MAX_UNPACKED, sharedStrings, sheetText, tooLarge } from './sheet-text.ts';
import { plainXml, xmlAttribute, xmlTags } from './xml-tags.ts';
import { ZipError, type ZipPart, ZipSizeError, zipParts } from './zip-parts.ts';

const [nameOf, stateOf, linkOf, idOf, targetOf, date1904Of] = [
  xmlAttribute('name'),
  xmlAttribute('state'),
  xmlAttribute('id'),
  xmlAttribute('Id'),
  xmlAttribute('Target'),
  xmlAttribute('date1904'),
];

/**
 * The only sheet with cells of a workbook in Office Open XML (XLSX) as a table of tabs; nothing where the archive is none.
 * Formulas are not calculated and other files not opened: a workbook with them is refused.
 */
export function workbookText(bytes: Uint8Array): string | undefined {
  try {
    const parts = zipParts(bytes);
    const main = [...parts.keys()].find((name) => /(^|\/)workbook\.xml$/.test(name));
    if (main === undefined) return undefined;
    const link = [...parts.keys()].find((name) => name.includes('/externallinks/'));
    if (link !== undefined) throw new MeterFileError('formula', { cell: link });
    return onlySheet(main, partReader(parts));
  } catch (cause) {
    if (cause instanceof ZipSizeError) throw tooLarge(cause);
    if (cause instanceof ZipError) return undefined;
    throw cause;
  }
}

/** A reader of parts as XML; all parts together have at most `MAX_UNPACKED` bytes. */
function partReader(parts: ReadonlyMap<string, ZipPart>): (name: string) => string | undefined {
  let remaining = MAX_UNPACKED;
  return (name) => {
    const part = parts.get(name.toLowerCase())?.(remaining);
    remaining -= part?.length ?? 0;
    return part && plainXml(part.toString('utf8'));
  };
}

function onlySheet(main: string, read: (name: string) => string | undefined): string {
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const workbook = read(main) ?? '';
  const context = {
    strings: sharedStrings(read(`${folder}sharedStrings.xml`) ?? ''),
    shown: shownByStyles(read(`${folder}styles.xml`) ?? ''),
    is1904: [...xmlTags(workbook)].some((tag) => tag.name === 'workbookPr' && /^(1|true)$/.test(date1904Of(tag) ?? '')),
  };
  const targets = new Map(
    [...xmlTags(read(`${folder}_rels/workbook.xml.rels`) ?? '')].map((tag) => [idOf(tag), targetOf(tag)]),
  );
  const sheets = [...xmlTags(workbook)].flatMap((tag) => {
    if (tag.name !== 'sheet' || stateOf(tag)?.includes('idden')) return [];
    const target = targets.get(linkOf(tag)) ?? '';
    const xml = read(target.startsWith('/') ? target.slice(1) : folder + target) ?? '';
    return /<(?:[\w.-]{1,40}:)?[fvt][\s>]/.test(xml) ? [{ name: nameOf(tag) ?? '?', xml }] : [];
  });
  if (sheets.length > 1) throw new MeterFileError('sheets', { sheets: sheets.map(({ name }) => name).join(', ') });
  return sheetText(sheets[0]?.xml ?? '', context);
}
