import { DatabaseError } from './database-error';

/** Reasons why nothing can be stored, or the database does not answer. */
type StorageReason = 'full' | 'read-only' | 'failing' | 'unreachable' | 'crowded';

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
  unreachable: [
    'The database cannot be reached: it is starting, stopped or out of connections.',
    'Try again in some seconds; if it lasts, look whether the database runs.',
  ],
  crowded: [
    'The database is busy with other changes to the same rows.',
    'Try again in some seconds.',
  ],
};

/**
 * Codes of the system, of SQLite, of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html)
 * and of Prisma.
 */
const CODES: readonly (readonly [RegExp, StorageReason])[] = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL|53100)$/, 'full'],
  [/^(EROFS|SQLITE_READONLY(_\w+)?|25006)$/, 'read-only'],
  [/^(EIO|SQLITE_IOERR(_\w+)?|58030)$/, 'failing'],
  [/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/, 'unreachable'],
  [/^(08\d{3}|57P0[1-5]|53300|53400)$/, 'unreachable'],
  [/^(P1001|P1002|P1008|P1017|P2024|P2037)$/, 'unreachable'],
  [/^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/, 'unreachable'],
  [/^(40001|40P01|55P03|SQLITE_BUSY(_\w+)?|SQLITE_LOCKED(_\w+)?)$/, 'crowded'],
  [/^(P2028|P2034|TransactionWriteConflict)$/, 'crowded'],
];

/** The part of a message of Prisma with the database's code. */
const PRISMA = /Code: `([\dA-Z]{5})`|Message: `(SQLITE_[A-Z_]+)/;

/** What `pg` says without a code when a connection ends or none is free in time. */
const LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Can't reach database server)/;

const MOST_CAUSES = 8;

/** Nothing can be stored or read, now and for this reason; the same may succeed later. */
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

/** An error with what drivers and Prisma add to it. */
type CodedError = Error & {
  readonly code?: unknown;
  readonly meta?: {
    readonly driverAdapterError?: {
      readonly cause?: { readonly kind?: unknown; readonly originalCode?: unknown };
    };
  };
};

function reasonOf(error: CodedError): StorageReason | undefined {
  if (error instanceof DatabaseError) return error.passes ? 'unreachable' : undefined;
  if (LOST.test(error.message)) return 'unreachable';
  const said = PRISMA.exec(error.message);
  const adapter = error.meta?.driverAdapterError?.cause;
  const codes = [error.code, said?.[1], said?.[2], adapter?.kind, adapter?.originalCode].filter(
    (code) => typeof code === 'string',
  );
  return CODES.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[1];
}

/** An error for the log: one sentence for a fault of the storage, else all that is known. */
export const loggable = (error: unknown): unknown => storageFault(error)?.message ?? error;
