/** A tag of an XML document without its namespace, and the text that follows it. */
export interface XmlTag {
  readonly name: string;
  /** Whether it is an end tag. */
  readonly isEnd: boolean;
  /** Whether it has no content. */
  readonly isEmpty: boolean;
  readonly attributes: string;
  readonly text: string;
}

const tag = /<(\/?)(?:[\w.-]{1,40}:)?([\w.-]{1,40})((?:[\s/][^<>]*)?)>([^<]*)/g;

/** A document without its comments, and with its CDATA sections as other text. */
export const plainXml = (xml: string): string =>
  replaced(
    replaced(xml, '<!--', '-->', () => ''),
    '<![CDATA[',
    ']]>',
    (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  );

/** A regular expression would look for the end of each of many sections in the whole rest of the document. */
const replaced = (xml: string, start: string, end: string, as: (text: string) => string): string =>
  xml
    .split(start)
    .map((part, i) => {
      if (i === 0) return part;
      const [text = '', ...rest] = part.split(end);
      return as(text) + rest.join(end);
    })
    .join('');

/** The tags of a document from `plainXml` in their order; declarations are passed over, entities of its own are not known. */
export function* xmlTags(xml: string): Generator<XmlTag> {
  for (const [, slash = '', name = '', attributes = '', text = ''] of xml.matchAll(tag))
    yield { name, isEnd: slash !== '', isEmpty: attributes.endsWith('/'), attributes, text };
}

/** A reader of the attribute `name`, whatever its namespace. */
export function xmlAttribute(name: string): (tag: XmlTag) => string | undefined {
  const pattern = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  return ({ attributes }) => {
    const [, double, single] = pattern.exec(attributes) ?? [];
    const value = double ?? single;
    return value === undefined ? undefined : xmlText(value);
  };
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Text with its references resolved: the five of XML, and characters by their numbers. */
export const xmlText = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (all, hex, decimal, name) => {
        if (name) return entities[name.toLowerCase()] ?? all;
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : all;
      })
    : text;
