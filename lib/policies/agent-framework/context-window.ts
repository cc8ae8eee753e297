/**
 * `ContextWindowCompactionStrategy` of Microsoft's Agent Framework for Python, which `create_harness_agent` uses where it is
 * told the window and the output: microsoft/agent-framework, python/packages/core/agent_framework/_compaction.py and
 * _harness/_agent.py at 099bd1f7 (2026), and pull request 7912 (2026-08), which is not in that file.
 *
 * Before each model call chars ÷ 4 of each message's JSON are summed; instructions and tools are not in it. Above 0.5 of the
 * window less the output, the groups of a call and its results but the newest 4 become one message each, which repeats the
 * results' texts. Above 0.8 of it the oldest groups leave, without a summary, down to 0.5: the user's first message is among
 * them, and where one group is too large, the newest too. What left stays away. Before pull request 7912 the first phase
 * dropped groups itself where collapsing did not reach 0.5, so the 0.8 was never reached.
 *
 * From the source, not run. Modelled: each entry is a message; its JSON is its chars and a flat syntax (ids of 29 chars,
 * names of tools of 10, one argument a call, no other escapes); the call of a collapsed group counts as gone, its results
 * as they are less what the shared JSON saves. Not modelled: reasoning before a call as a message of its own, the copies
 * that chat middleware makes (before pull request 7912 they lost the collapsed messages), and instructions as messages.
 */
import { formatInteger } from '@/lib/engine/base/format';
import { floatAt, intAt, sumBetween } from '@/lib/engine/base/read';
import { withoutPrefixForm } from '@/lib/engine/policy/decision';
import { entriesWords } from '@/lib/engine/policy/notes';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { wholeLog, type SummaryView } from '@/lib/engine/policy/requests';
import { ViewRun } from '@/lib/engine/policy/view-run';
import { frameworkEstimator, groupsOf } from './groups';
import { partOf, windowSettings, type WindowSettings } from './settings';

const NOTHING =
  'Nothing is left to collapse, and the count is not above the second threshold: requests grow.';
const EMPTY = 'No message is left in the request: the newest group alone is too large.';

class WindowRun extends ViewRun<WindowSettings> {
  readonly #groups = groupsOf(this.input.requests.estimator);
  /** Tool groups that became one message; those before the first entry sent count too. */
  #collapsed = 0;
  /** Tokens that each entry lost to it. */
  readonly #lost = new Int32Array(this.input.profile.entryCount);
  readonly #gone = new Collapsed(this.#groups.toolGroups.length);
  readonly #scratch = wholeLog();

  /** What left is marked in the stored messages: a restart finds it so. */
  override forget(): void {}

  own(_step: number, h: number): number {
    return h - this.input.requests.estimator.prefix;
  }

  decide(step: number, value: number): void {
    const { eviction, truncation, dropsEarly } = this.settings;
    const n = this.entriesAt(step);
    const from = this.view.covered;
    const saved = this.#collapse(step, n);
    const least = partOf(this.settings, eviction);
    const most = dropsEarly ? least : partOf(this.settings, truncation);
    const left = value - saved;
    const covered = left > most ? this.#cut(from, n, left - least) : from;
    if (saved === 0 && covered === from) {
      this.note(step, 'no-op', NOTHING);
      return;
    }
    this.drop(step, covered);
    this.#apply();
    if (saved > 0)
      this.note(step, 'prune', `Old tool groups collapsed: −${formatInteger(saved)} tokens.`);
    if (covered > from) this.note(step, 'lost', lostWords(from, covered));
    if (covered === n) this.note(step, 'exit', EMPTY);
  }

  /** Collapses the tool groups but the newest; returns the tokens that they have fewer. */
  #collapse(step: number, end: number): number {
    const { groupOf, tools, toolGroups, starts, saved } = this.#groups;
    if (end === 0) return 0;
    const { covered } = this.view;
    const last = intAt(groupOf, end - 1);
    const dropped = covered < end ? intAt(tools, intAt(groupOf, covered)) : intAt(tools, last + 1);
    const border = intAt(tools, last + 1) - this.settings.keep;
    let all = 0;
    // Groups that left before they were collapsed add nothing.
    for (; this.#collapsed < Math.min(dropped, border); this.#collapsed++) {
      this.#gone.add(this.#collapsed, wholeLog(), 0);
    }
    for (let at = this.#collapsed; at < border; at++) {
      const group = intAt(toolGroups, at);
      const [from, to] = [intAt(starts, group), intAt(starts, group + 1)];
      // Of a group whose call has left nothing is collapsed.
      const whole = from >= covered && to <= end;
      const tokens = whole ? intAt(saved, group) : 0;
      this.#elide(step, from, to, tokens);
      this.#gone.add(at, this.#scratch, tokens > 0 ? to - from - 1 : 0);
      this.#collapsed = at + 1;
      all += tokens;
    }
    return all;
  }

  /** Takes tokens from a group's entries, the call's first; `#scratch` holds what that does to a view. */
  #elide(step: number, from: number, to: number, tokens: number): void {
    const { requests, profile, notes } = this.input;
    const scratch = this.#scratch;
    scratch.keptHeuristic = 0;
    scratch.keptReference = 0;
    scratch.keptReal = 0;
    let rest = tokens;
    for (let entry = from; entry < to && rest > 0; entry++) {
      const own = Math.min(rest, this.tokensOf(entry, entry + 1));
      // The results' texts stay: only the entry of the call is gone from what the provider counts.
      const called = intAt(profile.entries.calls, entry) > 0;
      const reference = called ? sumBetween(profile.sum, entry, entry + 1) : 0;
      requests.elide(scratch, entry, own, reference);
      this.#lost[entry] = own;
      notes.elisions.push({ step, entry, tokens: own });
      rest -= own;
    }
  }

  /** First entry that stays where the oldest groups leave until so many tokens did. */
  #cut(from: number, end: number, excess: number): number {
    const { groupOf, starts } = this.#groups;
    let rest = excess;
    let at = from;
    while (at < end && rest > 0) {
      const next = Math.min(end, intAt(starts, intAt(groupOf, at) + 1));
      rest -= this.tokensOf(at, next);
      for (; at < next; at++) rest += intAt(this.#lost, at);
    }
    return at;
  }

  /** Puts what collapsed groups lost into a new view. */
  #apply(): void {
    const { groupOf, tools } = this.#groups;
    const { view, loop } = this;
    const { covered } = view;
    const end = this.#collapsed;
    const all = covered >= this.input.profile.entryCount;
    const from = all ? end : Math.min(end, intAt(tools, intAt(groupOf, covered)));
    this.#gone.apply(view, from, end);
    loop.addedContents -= this.#gone.fewer(from, end);
    this.changed();
  }
}

/** What collapsed tool groups did to a view, as prefix sums: the oldest of them leave it again. */
class Collapsed {
  readonly heuristic: Float64Array;
  readonly reference: Float64Array;
  readonly real: Float64Array;
  readonly contents: Float64Array;

  constructor(groups: number) {
    this.heuristic = new Float64Array(groups + 1);
    this.reference = new Float64Array(groups + 1);
    this.real = new Float64Array(groups + 1);
    this.contents = new Float64Array(groups + 1);
  }

  /** Adds the next group. */
  add(at: number, made: Readonly<SummaryView>, contents: number): void {
    this.heuristic[at + 1] = floatAt(this.heuristic, at) + made.keptHeuristic;
    this.reference[at + 1] = floatAt(this.reference, at) + made.keptReference;
    this.real[at + 1] = floatAt(this.real, at) + made.keptReal;
    this.contents[at + 1] = floatAt(this.contents, at) + contents;
  }

  /** Puts what the groups [from, to) did into a view. */
  apply(view: SummaryView, from: number, to: number): void {
    view.keptHeuristic += floatAt(this.heuristic, to) - floatAt(this.heuristic, from);
    view.keptReference += floatAt(this.reference, to) - floatAt(this.reference, from);
    view.keptReal += floatAt(this.real, to) - floatAt(this.real, from);
  }

  /** Contents that the groups [from, to) have fewer. */
  fewer(from: number, to: number): number {
    return floatAt(this.contents, to) - floatAt(this.contents, from);
  }
}

const lostWords = (from: number, covered: number): string =>
  `${entriesWords(from, covered, ['leaves', 'leave'])} the requests: no summary stands for them.`;

/** The Agent Framework's default composition. */
export const agentFramework = definePolicy({
  id: 'agent-framework',
  label: 'Agent Framework window',
  provenance: {
    system: 'Microsoft Agent Framework',
    repository: 'github.com/microsoft/agent-framework',
    path: 'python/packages/core/agent_framework/_compaction.py',
    version: 'with pull request 7912 (2026-08)',
    basis: 'documented',
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    thresholdRule: 'threshold = trunc(eviction × (window − maxOutput))',
    threshold: (settings) => partOf(settings, settings.eviction),
    thresholdFormula: ({ window, maxOutput, eviction }) =>
      `${eviction} × (${formatInteger(window)} − ${formatInteger(maxOutput)})`,
    path: () => ['window', 'eviction', 'maxOutput'],
    value: [withoutPrefixForm],
    ownCount: true,
  },
  traits: { keepsTail: true },
  observing: { blanks: 'after' },
  settings: windowSettings,
  presets: [
    { id: 'reference', label: 'Collapses above 0.5, drops above 0.8', settings: {} },
    {
      id: 'before-7912',
      label: 'Before #7912: drops above 0.5',
      settings: { dropsEarly: true },
      provenance: { version: '099bd1f7 (2026)', basis: 'documented' },
    },
  ],
  form: formOf(frameworkEstimator),
  begin: (chosen, input) => new WindowRun(chosen, input),
});
