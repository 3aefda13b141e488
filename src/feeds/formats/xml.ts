/**
 * Just enough of XML for messages whose elements hold either text or other elements and never one of their own name. Each
 * function goes through the text once, however it is broken.
 */

/** The contents of the elements called `name` in `xml`, whatever their namespace, in order. */
export function elements(xml: string, name: string): string[] {
  const tag = `(?:[\\w-]{1,40}:)?${name.replaceAll('.', '\\.')}`;
  const opening = new RegExp(`<${tag}(?:\\s[^<>]*)?>`, 'g');
  const closing = new RegExp(`</${tag}\\s*>`, 'g');
  const contents: string[] = [];
  for (let open = opening.exec(xml); open; open = opening.exec(xml)) {
    if (open[0].endsWith('/>')) continue;
    closing.lastIndex = opening.lastIndex;
    const close = closing.exec(xml);
    if (!close) break;
    contents.push(xml.slice(opening.lastIndex, close.index));
    opening.lastIndex = closing.lastIndex;
  }
  return contents;
}

/** The text of the first element called `name`. */
export const elementText = (xml: string, name: string): string | undefined => elements(xml, name)[0]?.trim();

/** The text of the elements called `name`, which must all say the same. Throws an `Error` where two differ. */
export function agreedText(xml: string, name: string): string | undefined {
  const [first, ...others] = elements(xml, name).map((text) => text.trim());
  if (others.some((other) => other !== first)) throw new Error(`${name} must not be there twice with different values`);
  return first;
}

/** The value of an `xs:decimal` of XML Schema: no exponent, no hexadecimal digits. `undefined` for any other text. */
export const decimalOf = (text: string): number | undefined =>
  /^[+-]?(?:\d{1,12}(?:\.\d{0,20})?|\.\d{1,20})$/.test(text) ? Number(text) : undefined;

export const withoutComments = (xml: string): string => {
  const [first = '', ...rest] = xml.split('<!--');
  return first + rest.map((part) => part.slice(part.includes('-->') ? part.indexOf('-->') + 3 : part.length)).join('');
};
