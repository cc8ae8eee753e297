import * as z from 'zod';
import { count, list } from './contract/fields';

const places = list(z.int().min(-1));

/** GET /api/sessions/[id]/tools: lib/engine/tokens/text/tool-names.ts. */
export const toolNamesSchema = z.strictObject({
  names: list(z.string()),
  calls: places,
  results: places,
});

/** Most characters of a search. */
const LONGEST_SEARCH = 200;

/** GET /api/sessions/[id]/search: `q` is found as it is written, in any case. */
export const entrySearchQuerySchema = z.strictObject({
  q: z.string().min(1).max(LONGEST_SEARCH),
});

/** Entries with the text in a part, a tool's name, an argument or a result; ascending. */
export const entrySearchSchema = z.strictObject({ entries: list(count) });

/** GET /api/sessions/[id]/image: the place of an entry in the log, and of a part in it. */
export const imageQuerySchema = z.strictObject({
  entry: z.coerce.number().int().min(0),
  part: z.coerce.number().int().min(0),
});

/** Most ranges of one download. */
const MOST_RANGES = 1_000;

/** GET /api/sessions/[id]/text: half-open ranges of entries, "0-4,6-9", ascending. */
export const entryTextQuerySchema = z.strictObject({
  ranges: z
    .string()
    .regex(/^\d{1,9}-\d{1,9}(,\d{1,9}-\d{1,9})*$/, 'is no list of ranges such as 0-4,6-9')
    .transform((text) => text.split(',').map((range) => range.split('-').map(Number)))
    .refine((ranges) => ranges.length <= MOST_RANGES, `has more than ${MOST_RANGES} ranges`)
    .refine(
      (ranges) =>
        ranges.every(([from = 0, to = 0], i) => from < to && from >= (ranges[i - 1]?.[1] ?? 0)),
      'has ranges that are empty or not ascending',
    ),
});
