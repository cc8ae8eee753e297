import { byteOfBase64, type ByteAt } from '@/lib/engine/base/images/base64-byte';
import { pixelSize } from '@/lib/engine/base/images/pixel-size';
import { base64Length, utf8Length } from '@/lib/engine/base/utf8';
import type { ImageSize, Part } from '@/lib/engine/session/schema';

type Inline = Extract<Part, { readonly kind: 'inline' }>;

/** `data:image/png;base64,…`: the MIME type, the parameters and the begin of the data. */
const dataUrl = /^data:([^;,]*)((?:;[^;,]*)*),/i;

/** Base64 data as a part: the provider receives the decoded bytes. `detail` as for {@link imageOf}. */
export function inlineBase64(data: string, mime: string, detail?: unknown): Inline {
  const size = imageOf(byteOfBase64(data), detail);
  const kept = size.image !== undefined && data.length <= LARGEST_KEPT;
  return { kind: 'inline', mime, bytes: base64Length(data), ...size, ...(kept ? { data } : {}) };
}

/** Most characters of base64 of an image that is handed on to be shown. */
const LARGEST_KEPT = 8_000_000;

/** The address of a picture or a file: inline bytes for a data URL, else none. */
export function inlineAt(address: string, mime: string, detail?: unknown): Inline {
  const [head, named = '', parameters = ''] = dataUrl.exec(address.slice(0, 1_000)) ?? [];
  if (head === undefined) return { kind: 'inline', mime, bytes: 0 };
  const data = address.slice(head.length);
  const type = named === '' ? mime : named;
  if (parameters.toLowerCase().endsWith(';base64')) return inlineBase64(data, type, detail);
  return { kind: 'inline', mime: type, bytes: utf8Length(percentDecoded(data)) };
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Base64, a data URL or an address, recognised by the text. */
export function inlineText(text: string, mime: string, detail?: unknown): Inline {
  return /^(data|https?|gs|file|blob):/i.test(text)
    ? inlineAt(text, mime, detail)
    : inlineBase64(text, mime, detail);
}

/** OpenAI's `detail` and Gemini's `mediaResolution`, by what follows its prefix. */
const DETAILS: ReadonlyMap<string, ImageSize['detail']> = new Map([
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['original', 'original'],
  ['ultra_high', 'ultra'],
]);

/** The size of an image, by its bytes, and the detail asked for, where it is one of those known. */
export function imageOf(at: ByteAt, detail: unknown): Pick<Inline, 'image'> {
  const size = pixelSize(at);
  if (size === null) return {};
  const named = typeof detail === 'string' ? detail.toLowerCase() : '';
  const asked = DETAILS.get(named.replace(/^media_resolution_/, ''));
  return { image: asked === undefined ? size : { ...size, detail: asked } };
}
