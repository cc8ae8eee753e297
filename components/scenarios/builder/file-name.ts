/** A file's name from a scenario's. */
export const fileName = (name: string): string =>
  `${name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^-+|-+$/g, '') || 'scenario'}.json`;
