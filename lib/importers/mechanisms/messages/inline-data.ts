import { base64Length, utf8Length } from '@/lib/base/utf8';
import type { Part } from '@/lib/session/schema';

/** `data:image/png;base64,…`: the MIME type, the parameters and the begin of the data. */
const dataUrl = /^data:([^;,]*)((?:;[^;,]*)*),/i;

/** Base64 data as a part: the provider receives the decoded bytes. */
export function inlineBase64(data: string, mime: string): Part {
  return { kind: 'inline', mime, bytes: base64Length(data) };
}

/** The address of a picture or a file: inline bytes for a data URL, else none. */
export function inlineAt(address: string, mime: string): Part {
  const [head, named = '', parameters = ''] = dataUrl.exec(address.slice(0, 1_000)) ?? [];
  if (head === undefined) return { kind: 'inline', mime, bytes: 0 };
  const data = address.slice(head.length);
  const type = named === '' ? mime : named;
  if (parameters.toLowerCase().endsWith(';base64')) return inlineBase64(data, type);
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
export function inlineText(text: string, mime: string): Part {
  return /^(data|https?|gs|file|blob):/i.test(text)
    ? inlineAt(text, mime)
    : inlineBase64(text, mime);
}
