/** The most files taken from dropped folders. */
const MOST_FILES = 2_000;

/** Names that are never traces; they stand in every dropped folder. */
const NOISE = /^(\.|thumbs\.db$|desktop\.ini$)/i;

/** True when a drag carries files. */
export const hasFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') ?? false;

/** Every file of a drop, folders walked through. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly File[]> {
  // The list of items is emptied as soon as the event is over: take the entries at once.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  if (entries.every((entry) => entry?.isDirectory !== true)) return [...transfer.files];
  const files: File[] = [];
  for (const entry of entries) if (entry) await collect(entry, files, true);
  return files;
}

async function collect(entry: FileSystemEntry, into: File[], named: boolean): Promise<void> {
  if (into.length >= MOST_FILES || (!named && NOISE.test(entry.name))) return;
  if (isFile(entry)) {
    into.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
    return;
  }
  if (isDirectory(entry)) {
    for (const child of await childrenOf(entry)) await collect(child, into, false);
  }
}

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
