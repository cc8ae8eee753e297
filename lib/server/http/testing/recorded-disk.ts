import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** System calls that change files, wait for the disk, or print. */
export const RECORDED =
  'openat,creat,write,pwrite64,writev,pwritev,ftruncate,fsync,fdatasync,rename,unlink,mkdir,close';

interface Change {
  readonly start: number;
  readonly end: number;
  readonly at: number;
  /** Written bytes; null: the file was cut to `at` bytes. */
  readonly bytes: Buffer | null;
}

/** A period during which the disk was waited for. */
interface Sync {
  readonly start: number;
  readonly end: number;
}

/** One file or folder of the recording. */
interface Recorded {
  /** End of the call that made it; 0 if it was there before. */
  readonly made: number;
  /** End of the call that removed it. */
  gone: number;
  readonly changes: Change[];
  readonly syncs: Sync[];
}

/** A line that the recorded program printed, and when. */
export interface Printed {
  readonly text: string;
  readonly time: number;
}

interface Call {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly args: string;
  readonly result: number;
}

const LINE = /^(\d+\.\d+) (\w+)\((.*)\) += (-?\d+)(?:<[^>]*>)?(?: \w+ \(.*\))? <(\d+\.\d+)>$/s;

const unescaped = (hex: string): Buffer => Buffer.from(hex.replace(/\\x/g, ''), 'hex');

/** What a program did to the files below a folder, recorded by `strace -ff -ttt -T -y -xx`. */
export class RecordedDisk {
  readonly printed: Printed[] = [];
  /** All files that had a name, one after the other. */
  readonly #files = new Map<string, Recorded[]>();
  /** Position of each open file that is written without one. */
  readonly #positions = new Map<string, number>();

  private constructor(private readonly root: string) {}

  /** Reads the recording: one file per thread, each named by `prefix` and its number. */
  static async read(prefix: string, root: string): Promise<RecordedDisk> {
    const folder = path.dirname(prefix);
    const names = (await readdir(folder)).filter((name) => name.startsWith(path.basename(prefix)));
    const calls: Call[] = [];
    for (const name of names) {
      const text = await readFile(path.join(folder, name), 'latin1');
      for (const line of text.split('\n')) {
        const match = LINE.exec(line);
        if (match === null) continue;
        const [, start, call = '', args = '', result, duration] = match;
        const from = Number(start);
        calls.push({
          start: from,
          end: from + Number(duration),
          name: call,
          args,
          result: Number(result),
        });
      }
    }
    const disk = new RecordedDisk(root);
    calls.sort((a, b) => a.start - b.start);
    for (const call of calls) if (call.result >= 0) disk.#take(call);
    return disk;
  }

  /**
   * Writes the files as a crash at a time could leave them: without every change that no wait for the
   * disk followed, and without every name whose folder was not waited for. `synced` false leaves out
   * the waits themselves.
   */
  async rebuild(time: number, to: string, { synced = true } = {}): Promise<void> {
    for (const name of this.#files.keys()) {
      const file = this.#at(name, time);
      if (!synced || !this.#isNamed(name, time) || !file?.changes.length) continue;
      const target = path.join(to, path.relative(this.root, name));
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, contentOf(file, time));
    }
  }

  #take({ start, end, name, args, result }: Call): void {
    const on = /^(\d+)<([^>]*)>(?:, )?(.*)$/s.exec(args);
    const file = on === null ? '' : unescaped(on[2] ?? '').toString();
    const rest = on?.[3] ?? '';
    if (name === 'write' && on?.[1] === '1') {
      this.printed.push({ text: bytesIn(rest).toString(), time: start });
    } else if (name === 'openat' || name === 'creat' || name === 'mkdir') {
      const made =
        name === 'openat' ? /^[^,]*, "([^"]*)", (\S+)/.exec(args) : /^"([^"]*)"/.exec(args);
      const opened = unescaped(made?.[1] ?? '').toString();
      if (name !== 'mkdir') this.#positions.set(String(result), 0);
      if (name === 'openat' && !(made?.[2] ?? '').includes('O_CREAT')) return;
      if (this.#inside(opened) && this.#at(opened, end) === undefined) this.#make(opened, end);
    } else if (name === 'close') this.#positions.delete(on?.[1] ?? '');
    else if (name === 'rename') throw new Error('The recording cannot follow rename');
    else if (name === 'unlink') {
      const removed = this.#at(bytesIn(args).toString(), start);
      if (removed !== undefined) removed.gone = end;
    } else if (this.#inside(file))
      this.#change(this.#at(file, end) ?? this.#make(file, 0), {
        name,
        start,
        end,
        rest,
        fd: on?.[1] ?? '',
        result,
      });
  }

  #change(
    file: Recorded,
    call: Omit<Call, 'args'> & { readonly rest: string; readonly fd: string },
  ): void {
    const { name, start, end, rest, fd, result } = call;
    if (name === 'fsync' || name === 'fdatasync') file.syncs.push({ start, end });
    else if (name === 'ftruncate') file.changes.push({ start, end, at: Number(rest), bytes: null });
    else {
      const bytes = bytesIn(rest).subarray(0, result);
      const given = /, (\d+)$/.exec(rest)?.[1];
      const positioned = name.startsWith('pwrite');
      const at = positioned ? Number(given) : (this.#positions.get(fd) ?? 0);
      if (!positioned) this.#positions.set(fd, at + result);
      file.changes.push({ start, end, at, bytes });
    }
  }

  /** The file that has a name at a time. */
  #at(name: string, time: number): Recorded | undefined {
    return this.#files.get(name)?.findLast(({ made, gone }) => made <= time && time < gone);
  }

  #make(name: string, made: number): Recorded {
    const file = { made, gone: Infinity, changes: [], syncs: [] };
    this.#files.set(name, [...(this.#files.get(name) ?? []), file]);
    return file;
  }

  #inside(name: string): boolean {
    return name === this.root || name.startsWith(`${this.root}/`);
  }

  /** True if a crash would leave the name: its folder was waited for after it was made. */
  #isNamed(name: string, time: number): boolean {
    if (name === this.root) return true;
    const file = this.#at(name, time);
    const folder = path.dirname(name);
    if (file !== undefined && file.made > 0) {
      const synced = this.#at(folder, time)?.syncs ?? [];
      if (!synced.some(({ start, end }) => start >= file.made && end <= time)) return false;
    }
    return this.#isNamed(folder, time);
  }
}

/** All strings of a call's arguments, in order: `writev` has several. */
const bytesIn = (args: string): Buffer =>
  Buffer.concat(
    [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map((match) => unescaped(match[1] ?? '')),
  );

function contentOf({ changes, syncs }: Recorded, time: number): Buffer {
  const last = Math.max(0, ...syncs.filter(({ end }) => end <= time).map(({ start }) => start));
  let content = Buffer.alloc(0);
  for (const { end, at, bytes } of changes) {
    if (end > last) continue;
    const size = bytes === null ? at : Math.max(content.length, at + bytes.length);
    const grown = Buffer.alloc(size);
    content.copy(grown, 0, 0, size);
    bytes?.copy(grown, at);
    content = grown;
  }
  return content;
}
