import * as z from 'zod';

const count = z.int().min(0);

/** What became of the members of an archive, in numbers. */
export const memberTotalsSchema = z.strictObject({
  total: count,
  waiting: count,
  paused: count,
  running: count,
  done: count,
  /** Files that are no traces. */
  skipped: count,
  failed: count,
  cancelled: count,
  sessions: count,
  bytes: count,
  bytesRead: count,
});
export type MemberTotals = Readonly<z.infer<typeof memberTotalsSchema>>;
