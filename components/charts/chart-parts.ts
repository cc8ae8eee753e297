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

/** Sets an attribute if it differs; an equal one costs no layout. */
export function assign(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Writes a text if it differs; a new text node is shaped in each drawing. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Draws a part; an empty path draws nothing. */
export function set(parts: Parts, name: string, path: string): void {
  if (parts[name]) assign(parts[name], 'd', path);
}

/** Adds or removes children of a group to reach a count. */
export function resize(group: SVGElement, size: number, name: 'path' | 'text', style = ''): void {
  while (group.childElementCount > size) group.lastElementChild?.remove();
  while (group.childElementCount < size) {
    const child = document.createElementNS(SVG, name);
    if (style !== '') child.setAttribute('class', style);
    group.append(child);
  }
}
