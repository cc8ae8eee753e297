'use client';

/** Downloads a text as a file. */
export const saveFile = (name: string, type: string, text: string): void =>
  saveBlob(name, new Blob([text], { type }));

/** Downloads a file. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download holds the file by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}

/** Name of a JSON file from a scenario's. */
export const fileName = (name: string): string =>
  `${name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^-+|-+$/g, '') || 'scenario'}.json`;
