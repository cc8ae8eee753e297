import * as z from 'zod';
import {
  definePolicy,
  ownProvenance,
  type PolicyInput,
  type PolicyRun,
} from '@/lib/engine/policy/policy';
import { RecordingMatch } from '@/lib/engine/policy/loop/recording-match';
import { wholeLog } from '@/lib/engine/policy/requests';

/** Sends the whole log in every request. */
class WholeRun implements PolicyRun<unknown> {
  readonly #input: PolicyInput;
  readonly #match: RecordingMatch;
  readonly #view = wholeLog();
  #next = 0;

  constructor(input: PolicyInput) {
    this.#input = input;
    this.#match = new RecordingMatch(input);
    this.#view.recorded = this.#match.at;
  }

  advance(end: number): void {
    const { profile, requests, columns: out } = this.#input;
    const from = this.#next;
    const sent = requests.heuristic.subarray(from, end);
    out.heuristicRaw.set(sent, from);
    out.heuristic.set(sent, from);
    out.heuristicSent.set(sent, from);
    out.lastHeuristicAfter.set(sent, from);
    out.contentsSent.set(profile.steps.entries.subarray(from, end), from);
    for (; this.#next < end; this.#next = Math.min(requests.until, this.#match.boundary, end)) {
      this.#send(this.#next, end);
    }
  }

  /** Sends the steps from one on whose requests are sized alike. */
  #send(step: number, end: number): void {
    const { requests, columns: out } = this.#input;
    const match = this.#match;
    if (step >= match.boundary) {
      match.compare(step, this.#view, false);
      match.sent(step);
    }
    requests.look(step, this.#view);
    const until = Math.min(requests.until, match.boundary, end);
    for (let i = step; i < until; i++) {
      const real = requests.realAt(i, 0);
      out.real[i] = real;
      out.realAfter[i] = requests.reported[i] === 1 ? real : 0;
    }
  }

  configure(): void {}

  forget(): void {}
}

/** No compaction: what the limit alone would allow. */
export const none = definePolicy({
  id: 'none',
  label: 'No compaction',
  provenance: ownProvenance('none'),
  decision: null,
  traits: {},
  settings: z.strictObject({}),
  presets: [],
  begin: (_settings, input) => new WholeRun(input),
});
