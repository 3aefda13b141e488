/**
 * Just enough of XML for the messages of ENTSO-E, whose elements hold either text or other elements and never one of
 * their own name.
 */

/** The contents of the elements called `name` in `xml`, whatever their namespace, in order. */
export function elements(xml: string, name: string): string[] {
  const tag = `(?:[\\w-]+:)?${name.replaceAll('.', '\\.')}`;
  const pattern = new RegExp(`<${tag}(?:\\s[^>]*)?>([\\s\\S]*?)</${tag}\\s*>`, 'g');
  return [...xml.matchAll(pattern)].map(([, content = '']) => content);
}

/** The text of the first element called `name`. */
export const elementText = (xml: string, name: string): string | undefined => elements(xml, name)[0]?.trim();

export const withoutComments = (xml: string): string => xml.replace(/<!--[\s\S]*?-->/g, '');
