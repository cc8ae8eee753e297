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

/** A text on a chart: its baseline's point, and how it stands to it. */
export interface PlotLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Writes a label at its place; nothing for none. */
export function placeLabel(text: Element | null | undefined, label: PlotLabel | null): void {
  if (!text) return;
  write(text, label?.text ?? '');
  if (label === null) return;
  assign(text, 'text-anchor', label.anchor);
  assign(text, 'x', `${label.x}`);
  assign(text, 'y', `${label.y}`);
}

/** Writes labels as the texts of a group. */
export function placeLabels(
  group: SVGElement | undefined,
  labels: readonly PlotLabel[],
  style = 'fill-ink2 text-xs',
): void {
  if (!group) return;
  resize(group, labels.length, 'text', style);
  labels.forEach((label, i) => placeLabel(group.children[i], label));
}

/** Draws paths as those of a group. */
export function setPaths(group: SVGElement | undefined, paths: readonly string[]): void {
  if (!group) return;
  resize(group, paths.length, 'path');
  paths.forEach((path, i) => {
    const child = group.children[i];
    if (child) assign(child, 'd', path);
  });
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
