import * as z from 'zod';

const count = z.int();
const list = <T extends z.ZodType>(of: T) => z.array(of).readonly();

/** Tokens; null where they are not known. */
const tokens = z.number().nullable();

const share = z.object({
  steps: count,
  median: z.number().nullable().describe('Of regret ÷ real; null without a step'),
});

const moment = z.object({
  step: count,
  tokens: tokens.describe('Of its request'),
  projected: z.boolean(),
  low: tokens.describe('Covered there and named again: the lines that hold the names'),
  high: tokens.describe('The same of whole entries'),
  turnEnd: z.boolean().describe('A turn has ended before it'),
});

const moments = z.object({
  of: z
    .enum(['compacted', 'threshold', 'largest'])
    .describe('What a request within reach is near to'),
  steps: count.describe('Within reach'),
  turnEnds: count.describe('Of these, where a turn has ended'),
  best: list(moment).describe('Those that cover least, the least first'),
});

const compaction = z.object({
  step: count,
  covered: tokens.describe('All that it covers'),
  low: tokens.describe('Of that, lines that are named again'),
  high: tokens.describe('Of that, entries that are named again'),
  entries: list(
    z.object({
      entry: count,
      low: tokens,
      high: tokens,
      neededAt: count.describe('The step that needs it first'),
      names: list(z.string()),
    }),
  ).describe('Entries that are named again, the largest first'),
  names: list(
    z.object({
      name: z.string(),
      kind: z.string(),
      entry: count.describe('The newest covered entry that holds it'),
      neededAt: count,
      asked: z.boolean().describe('Said again as an argument of a call'),
      kept: z.boolean().nullable().describe('In the summary; null where that has no text'),
    }),
  ),
  seen: count.describe('Entries that follow'),
  rank: z
    .object({ steps: count, cheaper: count })
    .describe('Earlier moments at which it might have come, and how many cover less'),
  within: moments,
});

const recorded = compaction.extend({
  at: count.describe('Number among the recorded compactions'),
  kept: count.nullable().describe('Needed names that the summary holds'),
  lost: count.nullable().describe('Needed names that it lacks'),
  askedAgain: count.nullable().describe('Of those, asked for again in a call'),
  pinned: list(
    z.object({
      what: z.string(),
      entry: count,
      fate: z.string(),
      pieces: count.describe('Lines or items of it'),
      quoted: count.nullable().describe('Of these, in the summary'),
    }),
  ),
  rework: list(
    z.object({
      call: count,
      repeats: count.describe('The covered call that it repeats'),
      entry: count,
      step: count,
      compaction: count.describe('Step of the compaction that covered the other'),
      reads: z.boolean(),
      tokens: tokens.describe('Of the call and its result'),
      ms: z.number().nullable().describe('To the next request; null without times'),
    }),
  ),
});

/** What of a context is used again, as programs get it: a `RecallReport`. */
export const recallSchema = z.object({
  largest: z
    .object({
      step: count,
      tokens,
      after: count.describe('Steps that follow it'),
      low: tokens,
      high: tokens,
      chanceLow: tokens,
      chanceHigh: tokens,
    })
    .nullable()
    .describe('The largest request that enough steps follow'),
  chance: z.enum(['subtracted', 'unknown']),
  moments: z
    .object({ turnEnds: share, inside: share })
    .describe('Regret at turn ends and inside of turns'),
  within: moments.describe('The moments of the replay that cover least'),
  totals: z
    .object({
      regret: tokens,
      regretHigh: tokens,
      repeated: count.describe('Calls that are repeated behind a compaction'),
      rework: tokens.describe('Their tokens'),
    })
    .describe('What the replay’s compactions come to'),
  recorded: list(recorded).describe('The recorded compactions'),
  replayed: list(compaction).describe('The replay’s own'),
  trailing: count.describe('Recorded compactions behind the last step'),
  names: count.describe('Names that were followed'),
  shared: count.describe('Names that were taken off'),
  leftOut: count.describe('Entries of which some names are missing'),
});
