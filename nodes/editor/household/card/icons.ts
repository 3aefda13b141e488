import type { Switched } from '../told.ts';

/** Outlines in a square of 24. */
const outlines = {
  battery: 'M4 7h13a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2zM22 10.5v3M6 10.5v3M10 10.5v3',
  car: 'M3 17v-5l2.2-5A2 2 0 0 1 7 6h10a2 2 0 0 1 1.8 1l2.2 5v5zM3.5 12h17M6 17v2M18 17v2M7 14.5h1M16 14.5h1',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
} as const;

const SVG = 'http://www.w3.org/2000/svg';

/** A device with a state of charge, or one that is plugged in and out, is a car. */
function kindOf({ modes, car, asked = {} }: Switched): keyof typeof outlines {
  if (modes && !car) return 'battery';
  return car || typeof asked.soc === 'number' || typeof asked.connected === 'boolean' ? 'car' : 'plug';
}

/** Draws the kind of a device; its name stands beside it. */
export function drawIcon(place: HTMLElement, item: Switched): void {
  const kind = kindOf(item);
  if (place.dataset.kind === kind) return;
  place.dataset.kind = kind;
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', outlines[kind]);
  svg.append(path);
  place.replaceChildren(svg);
}
