import { isAscii, isUtf8, transcode } from 'node:buffer';

/** Decodes UTF-8; calls `onOther` if bytes are invalid and decodes them as U+FFFD. */
export function decodeText(bytes: Buffer, onOther: () => void): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  // Through UTF-16, which Node decodes much faster than its own strings.
  if (isUtf8(bytes)) return transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
  onOther();
  return bytes.toString('utf8');
}
