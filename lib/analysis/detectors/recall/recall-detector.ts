import type { Recall, CompactionRecall } from '@/lib/analysis/recall/recall-report';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import { findingsFrom, type Detector, type Draft } from '../detector';
import type { About } from '../evidence/evidence';
import type { Finding } from '../finding';
import type { Replay } from '@/lib/engine/replay/replay';

/** What detectors of forgotten context read: a replay whose session has names. */
export interface RecallEvidence {
  readonly replay: Replay;
  readonly about: About;
  readonly recall: Recall;
  readonly references: ReferenceIndex;
}

/** Judges what compactions take out of a context that is needed again. */
export interface RecallDetector extends Omit<Detector, 'find'> {
  readonly find: (evidence: RecallEvidence) => readonly Draft[] | Draft | null;
}

/** Declares one; `recall-findings.ts` lists them. */
export const defineRecallDetector = (detector: RecallDetector): RecallDetector => detector;

/** The findings of one detector. */
export const recallFindingsFrom = (
  detector: RecallDetector,
  evidence: RecallEvidence,
): readonly Finding[] => {
  const { replay, about } = evidence;
  const plain: Detector = { ...detector, find: () => detector.find(evidence) };
  return findingsFrom(plain, { replay, about, nameOf: () => null });
};

/** The step of a compaction, for a list of steps. */
export const stepOf = ({ step }: Pick<CompactionRecall, 'step'>): number => step;
