import type { Database } from './client';
import { decompress } from './compress';
import type { TextKind } from './import-stage';

/** A loaded blob: the number of its first record, and the records. */
interface Loaded {
  readonly first: number;
  readonly lines: readonly string[];
}

async function load(blob: { first: number; data: Uint8Array } | null): Promise<Loaded | null> {
  if (blob === null) return null;
  const text = (await decompress(blob.data)).toString('utf8');
  return { first: blob.first, lines: text.split('\n') };
}

/** Reads single records of blobs; keeps the blob it read last, as neighbours mostly share one. */
class BlobReader {
  readonly #find: (number: number) => Promise<{ first: number; data: Uint8Array } | null>;
  #loaded: Loaded | null = null;

  constructor(find: (number: number) => Promise<{ first: number; data: Uint8Array } | null>) {
    this.#find = find;
  }

  /** The JSON of a record. @throws when it is not stored. */
  async record(number: number): Promise<string> {
    const line = this.#line(number);
    if (line !== undefined) return line;
    this.#loaded = await load(await this.#find(number));
    const found = this.#line(number);
    if (found === undefined) throw new Error(`No record is stored under ${number}`);
    return found;
  }

  #line(number: number): string | undefined {
    return this.#loaded?.lines[number - this.#loaded.first];
  }
}

/** Reads entries or usage records of an import by their numbers. */
export function textReader({ prisma }: Database, importId: string, kind: TextKind): BlobReader {
  return new BlobReader((number) =>
    prisma.textBlob.findFirst({
      where: { importId, kind, first: { lte: number } },
      orderBy: { first: 'desc' },
      select: { first: true, data: true },
    }),
  );
}

/** Reads steps of a session by their position. */
export function stepReader({ prisma }: Database, sessionId: string): BlobReader {
  return new BlobReader((number) =>
    prisma.stepBlob.findFirst({
      where: { sessionId, first: { lte: number } },
      orderBy: { first: 'desc' },
      select: { first: true, data: true },
    }),
  );
}
