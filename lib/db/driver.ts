/** A value of a statement below Prisma. */
export type Value = string | number | boolean | Uint8Array | null;

/** Runs statements whose parameters are written `?`, on every database. */
export interface Statements {
  /** Runs a statement; returns how many rows it changed. */
  execute(sql: string, values?: readonly Value[]): Promise<number>;
  /** Runs a query; returns its rows, each a list of values in the order of the columns. */
  query(sql: string, values?: readonly Value[]): Promise<readonly (readonly unknown[])[]>;
}

/** One connection of its own, below Prisma: for blobs, which Prisma would carry as base64. */
export interface Driver extends Statements {
  /**
   * Runs `work` atomically; on connections of `connectDriver`, on one unchanging state of the
   * database.
   */
  transaction<T>(work: (tx: Statements) => Promise<T>): Promise<T>;
  /** False once the connection was lost; true where it cannot be. */
  isUsable(): boolean;
  close(): Promise<void>;
}
