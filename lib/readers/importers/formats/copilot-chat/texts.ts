import { textParts } from '../../mechanisms/messages/parts';
import type { Part } from '@/lib/engine/session/schema';
import { fieldsOf, listOf, textOf } from '../../mechanisms/loose-json';
import { inlineAt, inlineBase64 } from '../../mechanisms/messages/inline-data';

/** Deepest tree of prompt elements that is read. */
const DEEPEST = 100;

/** Parts of a rendered message: texts and pictures; marks for the cache are left out. */
export function renderedParts(value: unknown): readonly Part[] {
  if (typeof value === 'string') return textParts(value);
  return listOf(value).flatMap((item): readonly Part[] => {
    const part = fieldsOf(item);
    const image = fieldsOf(part?.['imageUrl']);
    const url = textOf(image?.['url']);
    if (url !== null) return [inlineAt(url, 'image/*', image?.['detail'])];
    return textParts(part?.['text']);
  });
}

/** Text of an answer as the page shows it: its Markdown, without tools and progress. */
export function shownText(response: unknown): string {
  return listOf(response)
    .map((item) => {
      const part = fieldsOf(item);
      if (part === null) return '';
      const kind = part['kind'];
      if (kind !== undefined && kind !== 'markdownContent') return '';
      return markdown(part['value']) ?? markdown(part['content']) ?? '';
    })
    .join('');
}

const markdown = (value: unknown): string | null =>
  textOf(value) ?? textOf(fieldsOf(value)?.['value']);

/** A tool's result: its texts joined, and the data beside them. */
export function resultOf(result: unknown) {
  const texts: string[] = [];
  const data: Part[] = [];
  for (const item of listOf(fieldsOf(result)?.['content'])) {
    const part = fieldsOf(item);
    if (part === null) continue;
    const { value } = part;
    const mime = textOf(part['mimeType']);
    const encoded = textOf(fieldsOf(part['data'])?.['$base64']) ?? textOf(part['data']);
    if (typeof value === 'string') texts.push(value);
    else if (mime !== null && encoded !== null) data.push(inlineBase64(encoded, mime));
    else texts.push(elementText(value));
  }
  return { text: texts.join('\n'), data };
}

/** The texts in a tree of prompt elements, in order. */
function elementText(value: unknown, depth = 0): string {
  const element = fieldsOf(value);
  if (element === null || depth > DEEPEST) return '';
  const own = textOf(element['text']) ?? '';
  const below = [element['node'], ...listOf(element['children'])];
  return own + below.map((child) => elementText(child, depth + 1)).join('');
}
