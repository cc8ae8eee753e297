import { requestCount } from '@/lib/engine/tokens/usage/own-count';
import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import type { MeasuredCompaction } from '@/lib/engine/tokens/profile';
import { LISTED, stepList } from './step-list';

type Compactions = readonly MeasuredCompaction[];

const isManual = ({ trigger }: MeasuredCompaction): boolean => trigger === 'manual';

/** "manually " if the recording names the user as the trigger of all of them. */
const manually = (compactions: Compactions): string =>
  compactions.every(isManual) ? 'manually ' : '';

/** "Claude Code compacted at steps 2 and 5 (manual), at 166,900 and 33,000 tokens; a compaction failed at step 9". */
export function recordedCompactionsText(replay: Replay, agent: string): string {
  return `${compactedText(replay, agent)}${failedText(replay)}`;
}

/** "; a compaction failed at step 9"; empty where none did. */
function failedText({ session }: Replay): string {
  const { head, stepCount } = session.profile;
  const steps = [...new Set(head.failedCompactions.map(({ step }) => step))];
  if (steps.length === 0) return '';
  const inside = steps.filter((step) => step < stepCount);
  const where = [
    ...(inside.length > 0 ? [`at ${stepList(inside)}`] : []),
    ...(inside.length < steps.length ? ['after the last step'] : []),
  ].join(', and ');
  return `; ${head.failedCompactions.length === 1 ? 'a compaction' : 'compactions'} failed ${where}`;
}

function compactedText(replay: Replay, agent: string): string {
  const { head, stepCount } = replay.session.profile;
  const summaries = head.compactions.filter(({ kind }) => kind === 'summary');
  if (summaries.length === 0) return 'no compaction';
  const inside = summaries.filter(({ step }) => step < stepCount);
  const after = summaries.filter(({ step }) => step >= stepCount);
  const end = `${manually(after)}after the last step`;
  if (inside.length === 0) return `${agent} compacted ${end}`;
  const all = manually(inside);
  const marked = inside.filter((one) => all === '' && isManual(one)).map(({ step }) => step);
  const steps = stepList(
    inside.map(({ step }) => step),
    new Map(marked.map((step) => [step, 'manual'])),
  );
  return `${agent} compacted ${all}at ${steps}${sizesPart(replay, inside)}${after.length > 0 ? `, and ${end}` : ''}`;
}

/** ", at 166,900 and 33,000 tokens"; empty if a size is unknown. */
function sizesPart(replay: Replay, inside: Compactions): string {
  const { profile } = replay.session;
  const near = inside.map((one) => requestCount(profile, one) ?? realBefore(replay, one.step));
  return near.every((value) => value > 0) ? `, at ${sizesText(near)} tokens` : '';
}

/** Real tokens of the newest step before `step` with usage; −1 for none. */
function realBefore(replay: Replay, step: number): number {
  const { real } = replay.session.profile.steps;
  for (let i = step - 1; i >= 0; i--) if (intAt(real, i) >= 0) return intAt(real, i);
  return -1;
}

/** "225,254 and 204,013" in the steps' order; the range of more sizes than steps are listed. */
function sizesText(sizes: readonly number[]): string {
  const texts = sizes.map(formatInteger);
  const last = texts.at(-1) ?? '';
  return sizes.length > LISTED
    ? `${formatInteger(Math.min(...sizes))} to ${formatInteger(Math.max(...sizes))}`
    : [texts.slice(0, -1).join(', '), last].filter(Boolean).join(' and ');
}
