/** Runs in the page: what stands out from what is behind it by less than WCAG asks of text, 4.5 to 1. */
export const lowContrast = String((selector: string) => {
  const rgb = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number);
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
  return [...document.querySelectorAll(selector)]
    .filter((element) => (element as HTMLElement).offsetParent)
    .map(
      (element) =>
        [light(getComputedStyle(element).color), light(behind(element)), element.outerHTML.slice(0, 80)] as const,
    )
    .filter(([a, b]) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5)
    .map(([, , html]) => html);
});
