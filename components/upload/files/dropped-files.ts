import type { NamedFile } from './tar-blob';
import type { Chosen } from '../upload-batch';

/** The most files taken from one drop. */
const MOST_FILES = 100_000;

/** Names that are never traces, found in every folder. */
const NOISE = /^(\.DS_Store|\._.*|thumbs\.db|desktop\.ini|\.git|node_modules|__MACOSX)$/i;

/** True when a drag carries files. */
export const hasFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') ?? false;

/** Every file of a drop, folders walked through; hidden folders too, where agents keep their logs. */
export async function droppedFiles(transfer: DataTransfer): Promise<Chosen> {
  // The list of items is emptied as soon as the event is over: take the entries at once.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  if (entries.every((entry) => entry?.isDirectory !== true)) {
    return { files: [...transfer.files], folders: [] };
  }
  const files: File[] = [];
  const folders: { name: string; files: readonly NamedFile[] }[] = [];
  for (const entry of entries) {
    if (entry === null) continue;
    if (isFile(entry)) files.push(await fileOf(entry));
    if (!isDirectory(entry)) continue;
    const inside: NamedFile[] = [];
    await collect(entry, '', inside);
    folders.push({ name: entry.name, files: inside });
  }
  return { files, folders };
}

/** Files of a folder chooser; their paths include the folder. */
export function chosenFolder(files: readonly File[]): Chosen {
  const [first] = files;
  const folder = first?.webkitRelativePath.split('/')[0] ?? '';
  const inside = files.flatMap((file): readonly NamedFile[] => {
    const path = file.webkitRelativePath.split('/').slice(1);
    return path.some((part) => NOISE.test(part)) ? [] : [{ name: path.join('/'), file }];
  });
  return { files: [], folders: [{ name: folder, files: inside }] };
}

async function collect(
  folder: FileSystemDirectoryEntry,
  prefix: string,
  into: NamedFile[],
): Promise<void> {
  for (const entry of await childrenOf(folder)) {
    if (into.length >= MOST_FILES || NOISE.test(entry.name)) continue;
    const name = prefix + entry.name;
    if (isFile(entry)) into.push({ name, file: await fileOf(entry) });
    else if (isDirectory(entry)) await collect(entry, `${name}/`, into);
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry =>
  entry.isDirectory;

/** A reader gives a hundred entries at a time, then none. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
