/** A new element at the end of `place`. */
export function append<Tag extends keyof HTMLElementTagNameMap>(
  place: Element,
  tag: Tag,
  className = '',
  text = '',
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  place.append(element);
  return element;
}
