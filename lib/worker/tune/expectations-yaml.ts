import { policyOrDefault } from '@/lib/policies/registry';
import { expectationsText, recordedExpectations } from '@/lib/answers/report/expectations/record';
import type { CorpusSession } from '@/lib/tuning/corpus-session';
import type { SweepTask, TuneTask } from './tune-messages';

/** A sweep's sessions, and the task that it was asked. */
interface Swept {
  readonly sessions: readonly CorpusSession[];
  readonly task: SweepTask;
}

/** highwater.yaml: what settings do to the recorded sessions of a sweep, the generated ones left out. */
export function expectationsYaml(
  { sessions, task }: Swept,
  { settings, recommendation }: Extract<TuneTask, { readonly do: 'record' }>,
): string {
  const recorded = sessions.filter(({ facts }) => !facts.generated);
  const kept = recorded.length > 0 ? recorded : sessions;
  return expectationsText(
    recordedExpectations({
      policy: policyOrDefault(task.plan.columns[0]?.policy ?? ''),
      settings,
      limit: task.plan.limit,
      sessions: kept.map(({ facts, session }) => ({ name: facts.name, session })),
      ...(recommendation !== null && {
        recommendation: { ...recommendation, vary: [...recommendation.vary] },
      }),
    }),
  );
}
