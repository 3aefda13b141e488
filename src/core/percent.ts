/** The text that is percent-encoded; one that is not, as it is. */
export const decoded = (text: string): string => (isDecodable(text) ? decodeURIComponent(text) : text);

export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
