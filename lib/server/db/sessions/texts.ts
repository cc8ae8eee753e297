import type { Database } from '../client';
import { decompress } from '../compress';
import type { TextBlob } from '../generated/client';
import type { TextKind } from '../imports/import-stage';

/** A loaded blob: the number of its first record, and the records. */
interface Loaded {
  readonly first: number;
  readonly lines: readonly string[];
}

type StoredBlob = Pick<TextBlob, 'first' | 'data'>;

async function load(blob: StoredBlob | null): Promise<Loaded | null> {
  if (blob === null) return null;
  const text = (await decompress(blob.data)).toString('utf8');
  return { first: blob.first, lines: text.split('\n') };
}

/** Reads single records of blobs; caches the last blob, because neighbours mostly share one. */
class BlobReader {
  #loaded: Loaded | null = null;

  constructor(private readonly find: (number: number) => Promise<StoredBlob | null>) {}

  /** JSON of a record. @throws if it is not stored. */
  async record(number: number): Promise<string> {
    const line = this.#line(number);
    if (line !== undefined) return line;
    this.#loaded = await load(await this.find(number));
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
