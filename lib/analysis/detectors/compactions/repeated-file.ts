import { counted, formatInteger } from '@/lib/engine/base/format';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { firstAtLeast } from '@/lib/engine/base/search';
import type { MeasuredFile, Profile } from '@/lib/engine/tokens/profile';
import { defineDetector } from '../detector';
import { advise, count, tokens } from '../finding';

/** Fewer tokens are not worth a line. */
const LEAST = 2_000;
/** A result that shows a file is as large, but for rounding. */
const SHOWN = 0.95;

/** The same file, unchanged, more than once in one request: D28 of the field. */
export const repeatedFile = defineDetector({
  id: 'repeated-file',
  title: 'The same file is in the request more than once',
  definition:
    'Between two compactions results hold a whole file of the same size again, and the copies weigh 2,000 tokens or more.',
  of: 'recording',
  find: ({ replay: { session }, nameOf }) => {
    const { profile } = session;
    const copies = copiesOf(profile);
    const waste = copies.reduce((sum, one) => sum + sizeOf(profile, one), 0);
    const [first] = copies;
    if (first === undefined || waste < LEAST) return null;
    const at = [...new Set(copies.map(({ entry }) => stepOf(profile, entry)))]
      .filter((step) => step < profile.stepCount)
      .sort((a, b) => a - b);
    const tool = nameOf(first.entry)?.tool ?? null;
    return {
      at,
      severity: 'warning',
      figures: [count('copies', copies.length), tokens('counted in them', waste)],
      sentence: `${counted(copies.length, 'copy', 'copies')} of whole files that were there already, ${formatInteger(waste)} counted tokens${tool === null ? '' : `, the first by ${tool}`}.`,
      advice: [advise('Answer a second read of an unchanged file with a line that says so')],
      tab: 'request',
    };
  },
});

/** Whole files that were in the log already, unchanged, since the newest compaction. */
function copiesOf(profile: Profile): readonly MeasuredFile[] {
  const { head } = profile;
  const boundaries = head.compactions
    .filter(({ kind }) => kind === 'summary')
    .map(({ entry }) => entry);
  const seen = new Map<number, MeasuredFile>();
  const copies: MeasuredFile[] = [];
  let next = 0;
  for (const one of head.files) {
    while (next < boundaries.length && one.entry >= (boundaries[next] ?? 0)) {
      seen.clear();
      next++;
    }
    if (!one.whole || one.plan) continue;
    if (!isShown(profile, one)) {
      // What was shown before may be another text of the same size.
      seen.delete(one.file);
      continue;
    }
    const before = seen.get(one.file);
    if (before?.bytes === one.bytes && before.entry < one.entry) copies.push(one);
    seen.set(one.file, one);
  }
  return copies;
}

/** The results of the entry are large enough to hold the file: an edit's shows a few lines of it. */
const isShown = ({ entries }: Profile, { entry, bytes }: MeasuredFile): boolean =>
  intAt(entries.kinds.response, entry) >= SHOWN * (bytes >> 2);

/** Counted tokens of the results in a file's entry, its own size at most. */
const sizeOf = ({ sum }: Profile, { entry, bytes }: MeasuredFile): number =>
  Math.min(sumBetween(sum, entry, entry + 1), Math.ceil(bytes / 4));

/** The first step whose request holds an entry. */
const stepOf = ({ steps }: Profile, entry: number): number =>
  firstAtLeast(steps.entries, entry + 1);
