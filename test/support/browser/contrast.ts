/**
 * Runs in the page: what stands out from what is behind it by less than WCAG asks: of text 4.5 to 1, of the edge or the ground
 * of a control, its `part`, 3 to 1.
 */
export const lowContrast = String((selector: string, part: 'text' | 'control' = 'text') => {
  const rgb = (text: string) => {
    const parts = (text.match(/[\d.]+/g) ?? []).map(Number);
    // A mixed colour is told in shares of 1.
    return text.startsWith('color(') ? parts.map((part, i) => (i < 3 ? part * 255 : part)) : parts;
  };
  const light = (text: string) => {
    const [r = 0, g = 0, b = 0] = rgb(text).map((v) =>
      v / 255 <= 0.04045 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element: Element | null): string => {
    if (!element) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(element);
    return rgb(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor;
  };
  /** What is seen of a colour that is not opaque, or of an element that is not. */
  const seen = (text: string, element: Element, under: string): number => {
    let share = rgb(text)[3] ?? 1;
    for (let at: Element | null = element; at; at = at.parentElement) share *= Number(getComputedStyle(at).opacity);
    const [over, below] = [rgb(text), rgb(under)];
    const mixed = [0, 1, 2].map((i) => (over[i] ?? 0) * share + (below[i] ?? 0) * (1 - share));
    return light(`rgb(${mixed.join()})`);
  };
  const shown = [...document.querySelectorAll(selector)].filter((element) => (element as HTMLElement).offsetParent);
  const ratio = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const best = (element: Element): number => {
    const { color, borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(element);
    if (part === 'text') return ratio(seen(color, element, behind(element)), light(behind(element)));
    const ground = behind(element.parentElement);
    const edges = [backgroundColor, ...(Number.parseFloat(borderTopWidth) >= 1 ? [borderTopColor] : [])];
    return Math.max(...edges.map((edge) => ratio(seen(edge, element, ground), light(ground))));
  };
  return shown.filter((each) => best(each) < (part === 'text' ? 4.5 : 3)).map((each) => each.outerHTML.slice(0, 80));
});
