import type { Policy } from '@/lib/engine/policy/policy';
import type { SummarySettings } from '@/lib/engine/policy/summary';
import type { CompactionWatch, TotalsInput } from '@/lib/engine/policy/totals';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { summaryModels } from '@/lib/engine/replay/replay';
import { requestsOf } from '@/lib/engine/replay/session-form';

/** A session as a policy's totals run reads it; `settings` are those of the first run. */
export function totalsInput(
  session: Replayable,
  policy: Policy,
  settings: unknown,
  watch: CompactionWatch,
): TotalsInput<unknown> {
  const { profile, refusals } = session;
  let requests = requestsOf(session, policy, settings);
  const newModels = (given: unknown) =>
    summaryModels(session, given, null, { script: undefined, wrapperBytes: requests.wrapperBytes });
  let models = newModels(settings);
  return {
    profile,
    refusals,
    watch,
    requests(given) {
      requests = requestsOf(session, policy, given);
      models = newModels(given);
      return requests;
    },
    summariser(given) {
      // As they are: a policy that declares totals summarises, and has all three.
      models.begin(given as SummarySettings);
      return models;
    },
  };
}
