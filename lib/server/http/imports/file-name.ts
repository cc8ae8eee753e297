const LONGEST_NAME = 255;

/** A percent-encoded name from a header; null for none. */
export function decodeName(header: string | null): string | null {
  if (header === null || header === '') return null;
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}

/** The last part of a path, without control characters. */
export function baseName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return last.replace(/\p{Cc}/gu, '').slice(0, LONGEST_NAME) || 'trace';
}
