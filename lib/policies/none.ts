import * as z from 'zod';
import { definePolicy, type PolicyInput, type PolicyRun } from './policy';

/** Sends the whole log in every request. */
function start(
  _settings: unknown,
  { profile, prefixTokens, columns: out }: PolicyInput,
): PolicyRun {
  const { sum, thoughtSum } = profile;
  const { entries, turnStart } = profile.steps;
  return {
    before(i) {
      const n = entries[i] as number;
      const thoughts = (thoughtSum[n] as number) - (thoughtSum[turnStart[i] as number] as number);
      const heuristic = prefixTokens + (sum[n] as number) + thoughts;
      out.heuristicRaw[i] = heuristic;
      out.heuristic[i] = heuristic;
      out.heuristicSent[i] = heuristic;
      out.contentsSent[i] = n;
      out.correction[i] = NaN;
      out.calibrated[i] = NaN;
      out.decision[i] = NaN;
      out.window[i] = -1;
      out.buffer[i] = -1;
      out.threshold[i] = -1;
      out.summaryTokens[i] = -1;
    },
    after(i, real) {
      out.realAfter[i] = Math.max(0, real);
      out.lastHeuristicAfter[i] = out.heuristicSent[i] as number;
    },
  };
}

/** No compaction: the oracle for what the limit alone would allow. */
export const none = definePolicy({
  id: 'none',
  label: 'No compaction',
  provenance: {
    repository: 'highwater',
    path: 'lib/policies/none.ts',
    version: '1',
    fidelity: 'ours',
  },
  decides: false,
  settings: z.strictObject({}),
  presets: [],
  start,
});
