import { generate } from 'lean-qr/nano';

const SVG = 'http://www.w3.org/2000/svg';
/** Modules that stay light around a code, as ISO/IEC 18004 requires. */
const QUIET_ZONE = 4;

/** Draws a text as a QR code with its caption; an empty text removes both. */
export function drawQrCode(place: JQuery, text: string, caption: string): void {
  place.empty().toggle(text !== '');
  if (text === '') return;
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  const code = generate(text);
  const width = code.size + 2 * QUIET_ZONE;
  svg.setAttribute('viewBox', `${-QUIET_ZONE} ${-QUIET_ZONE} ${width} ${width}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', text);
  path.setAttribute('d', outline(code));
  svg.append(path);
  place.append(svg, $('<span>').text(caption));
}

/** A square for each dark module. */
function outline({ size, get }: Pick<ReturnType<typeof generate>, 'size' | 'get'>): string {
  const all = Array.from({ length: size * size }, (_, at) => [at % size, Math.floor(at / size)] as const);
  return all
    .filter(([x, y]) => get(x, y))
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
    .join('');
}
