/** Reasons why nothing can be stored. */
type StorageReason = 'full' | 'read-only' | 'failing';

const SENTENCES: Readonly<Record<StorageReason, readonly [fact: string, advice: string]>> = {
  full: [
    'The disk is full: nothing more can be stored.',
    'Free some space where Highwater keeps its library, then try again.',
  ],
  'read-only': [
    'The library cannot be changed: its disk or its folder is read-only.',
    'Make it writable, then try again.',
  ],
  failing: [
    'The disk of the library reports an error.',
    'Check the disk and the server’s log, then try again.',
  ],
};

/** Codes of the system, of SQLite and of PostgreSQL. */
const CODES: readonly (readonly [RegExp, StorageReason])[] = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL|53100)$/, 'full'],
  [/^(EROFS|SQLITE_READONLY(_\w+)?|25006)$/, 'read-only'],
  [/^(EIO|SQLITE_IOERR(_\w+)?|58030)$/, 'failing'],
];

/** The part of a message of Prisma with the database's code. */
const PRISMA = /Code: `(\d{5})`|Message: `(SQLITE_[A-Z_]+)/;

const MOST_CAUSES = 8;

/** Nothing can be stored, now and for this reason; the same may succeed later. */
export class StorageFault extends Error {
  override readonly name = 'StorageFault';
  readonly hint: string;

  constructor(reason: StorageReason) {
    const [fact, advice] = SENTENCES[reason];
    super(fact);
    this.hint = advice;
  }
}

/** The fault of the disk or the database's storage behind an error; null for another error. */
export function storageFault(error: unknown): StorageFault | null {
  let cause = error;
  for (let i = 0; i < MOST_CAUSES && cause instanceof Error; i++) {
    if (cause instanceof StorageFault) return cause;
    const reason = reasonOf(cause);
    if (reason !== undefined) return new StorageFault(reason);
    cause = cause.cause;
  }
  return null;
}

function reasonOf(error: Error & { readonly code?: unknown }): StorageReason | undefined {
  const said = PRISMA.exec(error.message);
  const codes = [error.code, said?.[1], said?.[2]].filter((code) => typeof code === 'string');
  return CODES.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[1];
}

/** An error for the log: one sentence for a fault of the storage, else all that is known. */
export const loggable = (error: unknown): unknown => storageFault(error)?.message ?? error;
