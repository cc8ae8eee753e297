/** Drawn parts of a chart by the name in their `data-part`. */
export type Parts = Readonly<Record<string, SVGElement>>;

const SVG = 'http://www.w3.org/2000/svg';

/** The parts in an element. */
export const partsOf = (root: SVGElement): Parts =>
  Object.fromEntries(
    [...root.querySelectorAll<SVGElement>('[data-part]')].map((part) => [
      part.dataset['part'] ?? '',
      part,
    ]),
  );

/** Sets an attribute unless it is so already: what stays as it is costs no layout. */
export function assign(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Writes a text unless it is there already: a new one would be shaped anew in each drawing. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Draws a part; an empty path draws nothing. */
export function set(parts: Parts, name: string, path: string): void {
  if (parts[name]) assign(parts[name], 'd', path);
}

/** Brings a group to so many children, which are kept as far as they go. */
export function resize(group: SVGElement, size: number, name: 'path' | 'text', style = ''): void {
  while (group.childElementCount > size) group.lastElementChild?.remove();
  while (group.childElementCount < size) {
    const child = document.createElementNS(SVG, name);
    if (style !== '') child.setAttribute('class', style);
    group.append(child);
  }
}
