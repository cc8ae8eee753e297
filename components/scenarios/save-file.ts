'use client';

/** Downloads a file. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
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
