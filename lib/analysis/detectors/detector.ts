import type { Evidence } from './evidence/evidence';
import { isSensible, settingFields } from '@/lib/engine/policy/fields';
import { stepRanges, type Advice, type Finding, type FindingTab } from './finding';

/** A detector's part of a finding; what it leaves out follows from the detector and the steps. */
export interface Draft extends Pick<Finding, 'severity' | 'figures' | 'sentence' | 'advice'> {
  /** Ascending. */
  readonly at: readonly number[];
  /** The detector's title if left out. */
  readonly title?: string;
  /** The detector's own if left out. */
  readonly of?: Finding['of'];
  readonly detail?: string;
  /** Tab that shows it; the steps if left out. */
  readonly tab?: FindingTab;
  /** Step to look at first; the first of `at` if left out. */
  readonly first?: number;
}

/** Judges a session and its replay. A new one is a file that defines it and a line in `builtin.ts`. */
export interface Detector {
  /** Unique, and stable: exports, suppressions and stored counts name findings by it. */
  readonly id: string;
  readonly title: string;
  /** Condition that makes a finding, in one sentence for readers. */
  readonly definition: string;
  /** recording: it reads nothing of the policy. */
  readonly of: Finding['of'];
  readonly find: (evidence: Evidence) => readonly Draft[] | Draft | null;
}

/** Declares a detector; the registry finds it. */
export const defineDetector = (detector: Detector): Detector => detector;

/** The findings of one detector. */
export function findingsFrom(detector: Detector, evidence: Evidence): readonly Finding[] {
  const found = detector.find(evidence);
  const drafts = found === null ? [] : Array.isArray(found) ? found : [found];
  return (drafts as readonly Draft[]).map((draft) => ({
    detector: detector.id,
    of: draft.of ?? detector.of,
    severity: draft.severity,
    title: draft.title ?? detector.title,
    steps: stepRanges(draft.at),
    figures: draft.figures,
    sentence: draft.sentence,
    detail: draft.detail ?? '',
    advice: draft.advice.filter((one) => isSensibleAdvice(evidence, one)),
    link: { step: draft.first ?? draft.at[0] ?? null, tab: draft.tab ?? 'steps' },
  }));
}

/** Every setting that advice changes gets a value that makes sense of it. */
function isSensibleAdvice({ replay }: Evidence, { settings }: Advice): boolean {
  const fields = settingFields(replay.policy);
  return Object.entries(settings ?? {}).every(([name, value]) => {
    const field = fields.find(({ key }) => key === name);
    return field === undefined || isSensible(field, value, replay.limit);
  });
}
