/** A number with a decimal comma or point. */
export const numberIn = (text: string): number => Number(text.replace(',', '.'));

/** A decimal comma as it is kept, a point; any other text stays as it is. */
export const typedNumber = (text: string): string => text.trim().replace(/^(\d*),(\d+)$/, '$1.$2');
