import * as z from 'zod';
import { definePolicy, type PolicyInput } from './policy';
import { wholeLog } from './requests';

/** Sends the whole log in every request. */
function replay(_settings: unknown, { profile, requests, columns: out }: PolicyInput): void {
  out.heuristicRaw.set(requests.heuristic);
  out.heuristic.set(requests.heuristic);
  out.heuristicSent.set(requests.heuristic);
  out.lastHeuristicAfter.set(requests.heuristic);
  out.contentsSent.set(profile.steps.entries);
  requests.look(0, wholeLog());
  for (let i = 0; i < profile.stepCount; i++) {
    const ratio = requests.ratio?.[i];
    const real =
      ratio === undefined
        ? (requests.real[i] as number)
        : (requests.heuristic[i] as number) * ratio;
    const sent = Math.max(0, Math.trunc(real));
    out.real[i] = sent;
    out.realAfter[i] = requests.reported[i] === 1 ? sent : 0;
  }
}

/** No compaction: what the limit alone would allow. */
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
  replay,
});
