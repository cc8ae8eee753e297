import { tarBlob, type NamedFile } from './files/tar-blob';

/** The content of one request: a file, or many as one archive. */
export interface Upload {
  /** Name of the file or the folder. */
  readonly name: string;
  readonly bytes: number;
  /** Number of files; null for a single one. */
  readonly files: number | null;
  readonly body: Blob;
}

/** Chosen, dropped or pasted files. */
export interface Chosen {
  /** Single files. */
  readonly files: readonly File[];
  readonly folders: readonly { readonly name: string; readonly files: readonly NamedFile[] }[];
}

/** More loose files than this are sent together, like a folder's. */
const MOST_LOOSE = 20;

/** Approximate bytes of one request; arrived requests survive a closed tab. */
const REQUEST_BYTES = 1024 ** 3;

/** Requests for the chosen files and folders. */
export function uploadsOf({ files, folders }: Chosen): readonly Upload[] {
  const together = folders.flatMap(({ name, files: inside }) => packed(name, inside));
  if (files.length <= MOST_LOOSE) return [...files.map(single), ...together];
  const loose = files.map((file) => ({ name: file.name, file }));
  return [...packed(`${files.length} files`, loose), ...together];
}

const single = (file: File): Upload => ({
  name: file.name,
  bytes: file.size,
  files: null,
  body: file,
});

/** A folder in requests of a bounded size, its files in order. */
function packed(name: string, files: readonly NamedFile[]): readonly Upload[] {
  const groups: NamedFile[][] = [];
  let bytes = Infinity;
  for (const one of files) {
    if (bytes + one.file.size > REQUEST_BYTES) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)?.push(one);
    bytes += one.file.size;
  }
  return groups.map((group, i) => {
    const body = tarBlob(group);
    const part = groups.length === 1 ? '' : ` (part ${i + 1} of ${groups.length})`;
    return { name: `${name}${part}`, bytes: body.size, files: group.length, body };
  });
}
