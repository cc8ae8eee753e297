import { formatBytes } from '@/lib/engine/base/format';
import type { Entry, ImageSize, Part } from '@/lib/engine/session/schema';
import { imageWords } from '@/lib/engine/tokens/images/image-words';

/** Facts that the words of an image need. */
export interface ImageContext {
  /** The model that the entry was first sent to. */
  readonly model: string | null;
  /** How the policy counts an image. */
  readonly images: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** A part's name for reading ("text", "call kubectl") and its text. */
export function partWords(
  part: Part,
  context: ImageContext,
): readonly [name: string, text: string] {
  switch (part.kind) {
    case 'text':
    case 'thought':
      return [part.kind, part.text];
    case 'call':
      return [`call ${part.name}`, json(part.args)];
    case 'response': {
      const { name, response } = part;
      return [`response ${name}`, typeof response === 'string' ? response : json(response)];
    }
    case 'inline':
      return [`inline ${part.mime}`, inlineWords(formatBytes(part.bytes), part.image, context)];
    case 'other':
      return [part.type, json(part.value)];
    case 'sized': {
      const sizes = part.sizes.map(formatBytes).join(' + ');
      const text = part.of === 'inline' ? inlineWords(sizes, part.image, context) : sizes;
      return [`${part.of}, sizes only`, text];
    }
  }
}

function inlineWords(
  bytes: string,
  image: ImageSize | undefined,
  { model, images }: ImageContext,
): string {
  const charged = image === undefined ? [] : [imageWords(image, model)];
  return [bytes, ...charged, `counted here: ${images}`].join(' · ');
}

const PREVIEW = 200;

/** An entry in one line: its texts, and other parts with their names. */
export function entryPreview({ parts }: Entry, context: ImageContext): string {
  return parts
    .map((part) => {
      const [name, whole] = partWords(part, context);
      const text = whole.slice(0, PREVIEW).replace(/\s+/g, ' ');
      return part.kind === 'text' ? text : `${name}: ${text}`;
    })
    .join(' · ');
}
