import { plainText } from '@/lib/answers/print/plain-text';

/** Markup whose texts were escaped; only {@link element} and {@link trusted} make any. */
export interface Markup {
  readonly markup: string;
}

/** An attribute's value; null and undefined leave it out, markup of our own stands as it is. */
type Attribute = string | number | Markup | null | undefined;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for an element or an attribute of HTML or XML: of any length and origin it is text only. */
export const escaped = (text: string): string =>
  plainText(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

/** Elements that are written without an end. */
const CLOSED: ReadonlySet<string> = new Set(['path', 'rect', 'line', 'meta']);

/** An element; strings among its children are escaped, as are its attributes. */
export function element(
  name: string,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly (Markup | string)[]
): Markup {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [` ${key}="${valueText(value)}"`],
  );
  const head = `<${name}${given.join('')}`;
  if (CLOSED.has(name) && children.length === 0) return { markup: `${head}/>` };
  return { markup: `${head}>${joined(children).markup}</${name}>` };
}

function valueText(value: string | number | Markup): string {
  if (typeof value === 'number') return String(Math.round(value * 100) / 100);
  return typeof value === 'object' ? value.markup : escaped(value);
}

/** Pieces one after the other; strings among them are escaped. */
export const joined = (pieces: readonly (Markup | string)[], between = ''): Markup => ({
  markup: pieces
    .map((piece) => (typeof piece === 'string' ? escaped(piece) : piece.markup))
    .join(between),
});

/** Markup of our own that holds no text of others, as a style sheet or a path. */
export const trusted = (markup: string): Markup => ({ markup });
