/** A size as text. */
export const gigabytes = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${bytes / 1024 ** 3} GiB` : `${Math.ceil(bytes / 1024 ** 2)} MiB`;

/** A name for messages: without control characters, shortened. */
export const shownName = (name: string): string => {
  const shown = name.replace(/\p{Cc}/gu, '�');
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
};
