import { policyOrDefault } from '@/lib/policies/registry';
import { expectationsText, recordedExpectations } from '@/lib/answers/report/expectations/record';
import type { SettingsPromise } from '@/lib/answers/report/promises/schema';
import type { CorpusSession } from '@/lib/tuning/corpus-session';
import type { SweepTask } from './tune-sweep';

/** Settings whose outcomes are written as expectations, and what was recommended. */
export interface RecordTask {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly recommendation: {
    readonly settings: Readonly<Record<string, number>>;
    readonly within: number;
    readonly vary: readonly {
      readonly setting: string;
      readonly from: number;
      readonly to: number;
      readonly step: number;
    }[];
  } | null;
  /** What is promised of them; null for nothing. */
  readonly promise: SettingsPromise | null;
}

/** A sweep's sessions, and the task that it was asked. */
interface Swept {
  readonly sessions: readonly CorpusSession[];
  readonly task: SweepTask;
}

/** highwater.yaml: what settings do to the recorded sessions of a sweep, the generated ones left out. */
export function expectationsYaml(
  { sessions, task }: Swept,
  { settings, recommendation, promise }: RecordTask,
): string {
  const recorded = sessions.filter(({ facts }) => !facts.generated);
  const kept = recorded.length > 0 ? recorded : sessions;
  return expectationsText(
    recordedExpectations({
      policy: policyOrDefault(task.plan.columns[0]?.policy ?? ''),
      settings,
      limit: task.plan.limit,
      sessions: kept.map(({ facts, session }) => ({ name: facts.name, session })),
      promises: promise === null ? [] : [promise],
      ...(recommendation !== null && {
        recommendation: { ...recommendation, vary: [...recommendation.vary] },
      }),
    }),
  );
}
