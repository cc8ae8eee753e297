/** Joins class names, leaving out what is false or empty. */
export const classNames = (...names: readonly (string | false | null | undefined)[]): string =>
  names
    .filter((name) => name !== false && name !== null && name !== undefined && name !== '')
    .join(' ');
