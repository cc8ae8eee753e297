import { isAscii, isUtf8, transcode } from 'node:buffer';

/** Text of bytes that should be UTF-8; `onOther` is called where they are not, read as U+FFFD. */
export function decodeText(bytes: Buffer, onOther: () => void): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  // By way of UTF-16, which the host converts to much faster than to its own strings.
  if (isUtf8(bytes)) return transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
  onOther();
  return bytes.toString('utf8');
}
