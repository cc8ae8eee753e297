import { firstWhere } from '@/lib/engine/base/search';
import type { MeasuredFile, Profile } from '@/lib/engine/tokens/profile';

/** Bytes that a file's line takes besides its text when the agent shows it: number and arrow. */
export const LINE_BYTES = 9;

/** Limits on the files that come back behind a summary. */
export interface ReattachRule {
  /** Most files, the newest first, before those too large are left out. */
  readonly files: number;
  /** A file of more tokens comes back as a path only. */
  readonly fileTokens: number;
}

/** Files that the agent put back, the oldest first; they count as touched from then on. */
export type Reattached = readonly MeasuredFile[];

/**
 * The files that Claude Code shows again behind a summary of the entries before `covered`: of those
 * touched since the last compaction (the entries from `from` on, and what it put back then), the
 * newest few, each at most so large; and the plan of any size. Files over the limit take a place and come
 * back as a path. A file of which a part was seen is read anew as a whole: over 46 recorded compactions
 * the request grew by 0.94 tokens for each of such files, and by one for each of the others.
 */
export function reattachedFiles(
  { head }: Profile,
  {
    from,
    covered,
    before,
  }: { readonly from: number; readonly covered: number; readonly before: Reattached },
  { files, fileTokens }: ReattachRule,
  density: number,
): readonly MeasuredFile[] {
  const newest = new Map<number, MeasuredFile>();
  for (const one of before) newest.set(one.file, one);
  for (let i = firstFrom(head.files, from); i < head.files.length; i++) {
    const one = head.files[i];
    if (one === undefined || one.entry >= covered) break;
    newest.delete(one.file);
    newest.set(one.file, one);
  }
  const touched = [...newest.values()].reverse();
  const plan = touched.find((one) => one.plan);
  const fitting = touched
    .filter((one) => !one.plan)
    .slice(0, files)
    .filter(({ bytes }) => (bytes / 4) * density <= fileTokens);
  return plan === undefined ? fitting : [...fitting, plan];
}

/** Real tokens of a file as the agent shows it, each line with its number. */
export const shownTokens = ({ bytes, lines }: MeasuredFile, density: number): number =>
  Math.round(((bytes + LINE_BYTES * lines) / 4) * density);

/** Index of the first file that an entry from `from` on touched. */
const firstFrom = (files: readonly MeasuredFile[], from: number): number =>
  firstWhere(0, files.length, (i) => (files[i]?.entry ?? 0) >= from);
