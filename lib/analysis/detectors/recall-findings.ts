import { recallReport } from '@/lib/analysis/recall/recall-report';
import type { Replay } from '@/lib/engine/replay/replay';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import type { About, NameOf } from './evidence/evidence';
import { byWeight, type Finding } from './finding';
import { costliestMoment } from './recall/costliest-moment';
import { filesReread } from './recall/files-reread';
import { instructionForgotten } from './recall/instruction-forgotten';
import { nothingLost } from './recall/nothing-lost';
import { recallFindingsFrom, type RecallEvidence } from './recall/recall-detector';
import { findings } from './registry';

/** Detectors of what a compaction takes that is needed again; they ask for a session with names. */
const recallDetectors = [instructionForgotten, filesReread, costliestMoment, nothingLost];

/** What they find, detector by detector. */
export const recallFindings = (evidence: RecallEvidence): readonly Finding[] =>
  recallDetectors.flatMap((detector) => recallFindingsFrom(detector, evidence));

/**
 * Every finding of a replay and its session, those of forgotten context among them where the session has
 * names; the heaviest first, then in the order of their steps.
 */
export function allFindings(
  run: Replay,
  about: About,
  { nameOf, references }: { readonly nameOf?: NameOf; readonly references: ReferenceIndex | null },
): readonly Finding[] {
  const plain = findings(run, about, nameOf);
  if (references === null || !compactsAnywhere(run)) return plain;
  const evidence = { replay: run, about, recall: recallReport(run, references), references };
  return [...plain, ...recallFindings(evidence)].sort(byWeight);
}

/** True if the recording or the replay has a compaction: without one nothing is taken out of a context. */
export const compactsAnywhere = ({ columns, session }: Replay): boolean =>
  session.profile.head.compactions.length > 0 || columns.compacted.some((fired) => fired === 1);
