import type { MeasuredFile, Profile } from '@/lib/tokens/profile';

/** Bytes that a file's line takes besides its text when the agent shows it: number and arrow. */
export const LINE_BYTES = 9;

/** Limits on the files that come back behind a summary. */
export interface ReattachRule {
  /** Most files, the newest first, before those too large are left out. */
  readonly files: number;
  /** A file of more tokens comes back as a path only. */
  readonly fileTokens: number;
}

/** Files that the agent put back, by their number; they count as touched from then on. */
export type Reattached = readonly number[];

/**
 * The files that Claude Code shows again behind a summary of the entries before `covered`: of those
 * touched since the last compaction (the entries from `from` on, and what it put back then), the
 * newest few that were seen whole, each at most so large; and the plan. Files over the limit take a
 * place and come back as a path.
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
  const carried = new Set(before);
  for (const one of head.files) {
    if (one.entry >= covered) break;
    if (one.entry < from && !carried.has(one.file)) continue;
    newest.delete(one.file);
    newest.set(one.file, one);
  }
  const touched = [...newest.values()].reverse();
  const plan = touched.find((one) => one.plan);
  const fitting = touched
    .filter((one) => !one.plan)
    .slice(0, files)
    .filter(({ whole, bytes }) => whole && (bytes / 4) * density <= fileTokens);
  return plan === undefined ? fitting : [...fitting, plan];
}

/** Real tokens of a file as the agent shows it, each line with its number. */
export const shownTokens = ({ bytes, lines }: MeasuredFile, density: number): number =>
  Math.round(((bytes + LINE_BYTES * lines) / 4) * density);
