import type {
  CompactionRecall,
  RecallReport,
  RecordedRecall,
} from '@/lib/analysis/recall/recall-report';

/** A compaction of the recording or the replay, with a key of its own. */
export interface KeyedRecall {
  readonly key: string;
  readonly plain: CompactionRecall;
  /** What its summary kept; null for one that nobody recorded. */
  readonly recorded: RecordedRecall | null;
}

/** All compactions of a report in step order, the recorded one of a step first. */
export function compactionRecalls(report: RecallReport): readonly KeyedRecall[] {
  const recorded = report.recorded.map((one) => ({
    key: `recorded ${one.step}`,
    plain: one,
    recorded: one,
  }));
  const replayed = report.replayed.map((plain) => ({
    key: `replayed ${plain.step}`,
    plain,
    recorded: null,
  }));
  return [...recorded, ...replayed].sort((a, b) => a.plain.step - b.plain.step);
}
