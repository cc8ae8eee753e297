/** Parts of the messages that hand a session and its replay to a worker. */
import * as z from 'zod';
import type { SizeTable } from '@/lib/policies/sizes/size-table';
import { faultsSchema } from '@/lib/replay/faults/faults';
import type { Profile } from '@/lib/tokens/profile';

export const count = z.int().min(0);
export const settingsSchema = z.record(z.string(), z.unknown()).readonly();

/** A value of the core, which made it and checks it; the other side reads it as it is. */
export const made = <T>() => z.custom<T>((value) => typeof value === 'object' && value !== null);

/** A session, as a question carries it whose worker does not hold it. */
export const carriedSession = {
  profile: made<Profile>(),
  /** Heuristic tokens of the prefix. */
  prefixTokens: count,
  /** Frozen tables of sizes, which settings name. */
  tables: z.array(made<SizeTable>()).readonly(),
};

/** The replay that is asked about. */
export const askedReplay = { policy: z.string(), settings: settingsSchema, faults: faultsSchema };

/** Replies beside an answer: nothing more comes, it failed, the message is none. */
export const endings = [
  z.strictObject({ kind: z.literal('end'), run: count }),
  z.strictObject({ kind: z.literal('failed'), run: count, message: z.string() }),
  z.strictObject({ kind: z.literal('refused'), message: z.string() }),
] as const;

/** Withdraws a question. */
export const cancelSchema = z.strictObject({ kind: z.literal('cancel'), run: count });
