import * as z from 'zod';
import { definePolicy, type PolicyInput } from '../contract/policy';
import { wholeLog } from '../contract/requests';

/** Sends the whole log in every request. */
function replay({ profile, requests, columns: out }: PolicyInput, from: number, to: number): void {
  const sent = requests.heuristic.subarray(from, to);
  out.heuristicRaw.set(sent, from);
  out.heuristic.set(sent, from);
  out.heuristicSent.set(sent, from);
  out.lastHeuristicAfter.set(sent, from);
  out.contentsSent.set(profile.steps.entries.subarray(from, to), from);
  requests.look(from, wholeLog());
  for (let i = from; i < to; i++) {
    const real = requests.realWhole(i);
    out.real[i] = real;
    out.realAfter[i] = requests.reported[i] === 1 ? real : 0;
  }
}

/** No compaction: what the limit alone would allow. */
export const none = definePolicy({
  id: 'none',
  label: 'No compaction',
  provenance: {
    system: 'Highwater',
    repository: 'highwater',
    path: 'lib/policies/highwater/none.ts',
    version: '1',
    basis: 'ours',
  },
  decision: null,
  traits: {},
  settings: z.strictObject({}),
  presets: [],
  begin: (_settings, input) => {
    let next = 0;
    return {
      advance(until) {
        if (next < until) replay(input, next, until);
        next = until;
      },
      configure() {},
      forget() {},
    };
  },
});
