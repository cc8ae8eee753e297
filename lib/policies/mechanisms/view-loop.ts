/**
 * The loop over the steps of policies that send a summary, texts of their own and the entries from
 * `view.covered` on. One class for all of them and few calls out of it: an engine that has seen one
 * shape only keeps its fields in registers.
 */
import { stepFlag } from '@/lib/tokens/profile';
import type { Columns } from '../columns';
import type { PolicyInput } from '../policy';
import { wholeLog, type SummaryView } from '../requests';

/** What a policy does at a step; the loop does the rest. */
export interface StepRule {
  /** False: `before` and `after` do nothing. */
  readonly hooks: boolean;
  /** Before the request is counted: pruning. */
  before(step: number): void;
  /** The decision value of a request of heuristic `h`. */
  value(step: number, h: number): number;
  /** The value reached the trigger, or the response before stopped at the output limit. */
  decide(step: number, value: number): void;
  /** Usage arrived. */
  observe(step: number, h: number, real: number): void;
  /** After the response; `real` is what the provider reported, 0 for nothing. */
  after(step: number, h: number, real: number): void;
  /** What the policy keeps of the newest usage. */
  state(): number;
}

/** The columns it writes as an object of one shape: the columns themselves were named one by one. */
const written = ({
  watermarkBefore,
  watermarkAfter,
  lastReal,
  lastHeuristic,
  lastHeuristicAfter,
  heuristic,
  decision,
  heuristicSent,
  contentsSent,
  addedTokens,
  covered,
  summarised,
  injected,
  summaryBytes,
  summaryTokens,
  real,
  realAfter,
}: Columns) => ({
  watermarkBefore,
  watermarkAfter,
  lastReal,
  lastHeuristic,
  lastHeuristicAfter,
  heuristic,
  decision,
  heuristicSent,
  contentsSent,
  addedTokens,
  covered,
  summarised,
  injected,
  summaryBytes,
  summaryTokens,
  real,
  realAfter,
});

/** State and columns of one replay. */
export class ViewLoop {
  view: SummaryView = wholeLog();
  /** Newest reported real since the last compaction, and the heuristic of the newest request. */
  lastReal = 0;
  lastHeuristic = 0;
  /** Heuristic tokens and contents of the texts the policy added besides the summary. */
  added = 0;
  addedContents = 0;
  /** Entries before this one are inside the summary. */
  summarised = 0;
  /** The decision value from which on the rule is asked. */
  trigger = Infinity;
  /** It is also asked after a response that stopped at the output limit. */
  watchesStops = false;
  next = 0;
  /** The offsets looked up hold before this step; 0: the view changed. */
  until = 0;
  readonly #input: PolicyInput;
  readonly #out: ReturnType<typeof written>;

  constructor(input: PolicyInput) {
    this.#input = input;
    this.#out = written(input.columns);
  }

  /** Heuristic of a step's request under the view as it is. */
  size(step: number): number {
    const { requests } = this.#input;
    if (step >= this.until) {
      requests.look(step, this.view);
      this.until = requests.until;
    }
    return (requests.heuristic[step] as number) + requests.heuristicOffset;
  }

  /** Decides the steps up to `end`. */
  run(rule: StepRule, end: number): void {
    const { hooks } = rule;
    const { flags } = this.#input.profile.steps;
    const { lengthStop } = stepFlag;
    const out = this.#out;
    this.until = 0;
    for (let step = this.next; step < end; step++) {
      out.watermarkBefore[step] = this.view.covered;
      out.lastReal[step] = rule.state();
      out.lastHeuristic[step] = this.lastHeuristic;
      if (hooks) rule.before(step);
      let h = this.size(step);
      const value = rule.value(step, h);
      out.heuristic[step] = h;
      out.decision[step] = value;
      const stopped =
        this.watchesStops && step > 0 && ((flags[step - 1] as number) & lengthStop) !== 0;
      if (value >= this.trigger || stopped) {
        rule.decide(step, value);
        h = this.size(step);
      }
      this.#sent(rule, step, h);
    }
    this.next = end;
  }

  /** Writes what a step sent and takes what came back. */
  #sent(rule: StepRule, step: number, h: number): void {
    const { requests, profile } = this.#input;
    const out = this.#out;
    const { view } = this;
    const injected = view.injected ? 1 : 0;
    const entries = profile.steps.entries[step] as number;
    out.heuristicSent[step] = h;
    out.lastHeuristicAfter[step] = h;
    out.contentsSent[step] = entries - view.covered + injected + this.addedContents;
    out.addedTokens[step] = this.added;
    out.watermarkAfter[step] = view.covered;
    out.covered[step] = view.covered;
    out.summarised[step] = this.summarised;
    out.injected[step] = injected;
    out.summaryBytes[step] = view.summaryBytes;
    out.summaryTokens[step] = view.summaryTokens;
    const real = requests.realAt(step, 0);
    out.real[step] = real;
    const reported = requests.reported[step] === 1 ? real : 0;
    if (reported > 0) {
      this.lastReal = reported;
      rule.observe(step, h, reported);
    }
    this.lastHeuristic = h;
    if (rule.hooks) rule.after(step, h, reported);
    out.realAfter[step] = rule.state();
  }
}
