import { remediesOf } from '@/lib/analysis/explain/cause/remedies/candidates';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Advice, Finding } from '../finding';

/** Most changes that are tried beside a finding's own advice. */
const MOST = 3;

/** A change of settings that may cure a finding. */
export interface Candidate extends Advice {
  readonly settings: NonNullable<Advice['settings']>;
}

/**
 * The changes of settings that may cure a finding of a replay: those that its detector advises, then the
 * single ones that turn the decision of its first step in closed form.
 */
export function candidatesOf(replay: Replay, finding: Finding): readonly Candidate[] {
  if (finding.of !== 'replay') return [];
  const advised = finding.advice.flatMap(({ text, settings }): readonly Candidate[] =>
    settings === null ? [] : [{ text, settings }],
  );
  const { step } = finding.link;
  if (finding.severity === 'info' || step === null) return advised;
  const tried = new Set(advised.flatMap(({ settings }) => Object.keys(settings)));
  const turning = remediesOf(replay, step)
    .filter(({ setting }) => !tried.has(setting))
    .slice(0, MOST)
    .map(({ label, setting, value }): Candidate => {
      return { text: label, settings: { [setting]: value } };
    });
  return [...advised, ...turning];
}
