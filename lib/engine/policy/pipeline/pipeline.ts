/** The mechanisms of a pipeline at work, one after the other, each on what the ones before it left. */
import { assert } from '@/lib/engine/base/assert';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { floatAt, intAt, sumBetween } from '@/lib/engine/base/read';
import { messagesOf } from '@/lib/engine/mechanisms/messages';
import { ToolPruner } from '@/lib/engine/mechanisms/prune';
import { pairSafeBack } from '@/lib/engine/mechanisms/tool-pairs';
import { reachesThreshold } from '../decision';
import { entriesWords } from '../notes';
import type { SummarySettings } from '../summary';
import type { PipelineHost } from './host';
import type {
  Adding,
  Changing,
  Mechanism,
  Offloading,
  PipelineRequest,
  Summarising,
  Triggered,
} from './mechanism';

/** What a run does where a mechanism compacted, or its summariser failed. */
interface PipelineEnds<S> {
  compacted?(step: number, covered: number, by: Changing<S>): void;
  failed?(step: number): void;
}

class Request implements PipelineRequest {
  step = 0;
  value = 0;
  /** Tokens that entries lost to files. */
  lost: (from: number, to: number) => number = () => 0;
  readonly profile: PipelineHost['input']['profile'];
  readonly #host: PipelineHost;

  constructor(host: PipelineHost) {
    this.#host = host;
    this.profile = host.input.profile;
  }

  get entries(): number {
    return this.#host.entriesAt(this.step);
  }

  get covered(): number {
    return this.#host.view().covered;
  }

  get idle(): number {
    const { time } = this.profile.steps;
    return this.step === 0 ? NaN : floatAt(time, this.step) - floatAt(time, this.step - 1);
  }

  get beginsTurn(): boolean {
    const { entries, turnStart } = this.profile.steps;
    const before = this.step === 0 ? 0 : intAt(entries, this.step - 1);
    return intAt(turnStart, this.step) >= before;
  }

  newest(tokens: number, least = 0): number {
    const { sum } = this.#host.input.requests.estimator;
    const { entries } = this;
    let from = entries;
    while (from > 0) {
      const size = sumBetween(sum, from - 1, entries) - this.lost(from - 1, entries);
      const within = size <= tokens;
      if (!within && entries - from >= least) break;
      from--;
    }
    return from;
  }
}

/** A pipeline on one session. */
export class Pipeline<S> {
  readonly #mechanisms: readonly Triggered<S>[];
  readonly #offloading: Offloading<S> | undefined;
  readonly #host: PipelineHost;
  readonly #ends: PipelineEnds<S>;
  readonly #request: Request;
  readonly #messages;
  readonly #pruner: ToolPruner;
  /** Mechanisms that added their calls since the last compaction. */
  readonly #added = new Set<Adding<S>>();
  /** First message that may be cleared, the bytes that stay of one, and those that one has at most and stays. */
  #first = 0;
  #leaves = 0;
  #most = 0;
  /** Entries stay in front of the cut. */
  #keeps = false;
  /** The last run met a trigger whose further condition does not hold. */
  waits = false;

  constructor(mechanisms: readonly Mechanism<S>[], host: PipelineHost, ends: PipelineEnds<S> = {}) {
    this.#mechanisms = mechanisms.filter((one) => one.does !== 'offloads');
    this.#offloading = mechanisms.find((one) => one.does === 'offloads');
    const clears = mechanisms.some(({ does }) => does === 'clears');
    assert(!clears || this.#offloading === undefined, 'a pipeline clears results or offloads them');
    this.#host = host;
    this.#ends = ends;
    this.#request = new Request(host);
    this.#messages = messagesOf(host.input.profile);
    this.#pruner = new ToolPruner(this.#messages, host.input, (bytes) =>
      bytes > this.#most ? Math.min(bytes, this.#leaves) : bytes,
    );
    if (this.#offloading === undefined) return;
    const { first } = this.#messages;
    this.#request.lost = (from, to) => this.#pruner.lost(intAt(first, from), intAt(first, to));
  }

  /**
   * Runs the mechanisms whose trigger the value reached; where its user asked, those that write a summary.
   * False: none of them found anything to do.
   */
  run(step: number, value: number, settings: S, asked: boolean): boolean {
    const request = this.#request;
    request.step = step;
    request.value = value;
    this.waits = false;
    const due = (one: Triggered<S>): boolean => this.#isDue(one, settings, asked);
    const cuts = this.#mechanisms.some(
      (one) =>
        one.does !== 'clears' &&
        one.does !== 'adds' &&
        due(one) &&
        this.#cut(one, settings) > this.#floor(one, settings),
    );
    if (cuts) this.#host.asks('compacts');
    let acted = false;
    for (const one of this.#mechanisms) {
      if (!due(one) || !this.#act(one, settings)) continue;
      acted = true;
      if (asked) break;
      request.value = this.#host.value(step);
    }
    return acted;
  }

  /** Puts results that came since the step before into files, but for those in front of any cut. */
  offload(step: number, settings: S): void {
    const one = this.#offloading;
    const host = this.#host;
    // A recording holds what its own agent put in their place.
    if (one === undefined || host.input.watching) return;
    const { first } = this.#messages;
    this.#request.step = step;
    const end = intAt(first, host.entriesAt(step));
    if (end <= this.#pruner.next) return;
    this.#leaves = one.leaves(settings);
    this.#most = one.trigger(settings) * 4;
    this.#pruner.prune(step, host.view(), intAt(first, this.#heads(settings)), end);
    const { cut, saved } = this.#pruner;
    if (cut === 0) return;
    host.changed();
    const reads = one.readsBack(settings);
    for (let n = 0; reads > 0 && n < cut; n++) host.readBack(step, one.name, reads);
    const back =
      reads > 0 ? `, ~${formatInteger(reads * cut)} read back, as the settings assume` : '';
    const text = `${one.name}: ${counted(cut, 'tool result')} put into a file, −${formatInteger(saved)} tokens${back}.`;
    host.note(step, reads > 0 ? 'added' : 'prune', text);
  }

  /** Entries that some mechanism keeps in front of its cut. */
  #heads(settings: S): number {
    const heads = this.#mechanisms.map((one) =>
      one.does === 'adds' ? 0 : this.#head(one, settings),
    );
    return Math.min(this.#request.entries, Math.max(0, ...heads));
  }

  /** The whole log is in the request again; what was cleared stays so. */
  forget(step: number): void {
    this.#first = 0;
    this.#added.clear();
    if (this.#keeps) this.#host.keep(step, []);
    this.#keeps = false;
    this.#pruner.carry(this.#host.view(), 0);
  }

  #isDue(one: Triggered<S>, settings: S, asked: boolean): boolean {
    if (asked) return one.does === 'summarises';
    const { decision, requests } = this.#host.input;
    const trigger = one.trigger(settings, requests.estimator.prefix);
    const relation = decision?.relation ?? '>=';
    if (!reachesThreshold({ relation }, this.#request.value, trigger)) return false;
    const due = one.when?.(this.#request, settings) ?? true;
    if (!due) this.waits = true;
    return due;
  }

  /** False: it has nothing to do, or could not. */
  #act(one: Triggered<S>, settings: S): boolean {
    if (one.does === 'clears') return this.#clear(one, settings);
    if (one.does === 'adds') return this.#add(one, settings);
    const floor = this.#floor(one, settings);
    const cut = this.#cut(one, settings);
    if (cut <= floor) return false;
    const { step } = this.#request;
    const host = this.#host;
    const head = this.#head(one, settings);
    if (one.does === 'summarises') {
      if (!this.#summarise(one, settings, cut)) {
        this.#ends.failed?.(step);
        return true;
      }
    } else if (one.does === 'recalls') {
      host.putTexts(step, cut, { bytes: one.bytes(settings), tokens: -1, count: 1, calls: 0 });
    } else {
      const from = this.#request.covered;
      host.drop(step, cut);
      host.note(step, 'lost', `${one.name}: ${lostWords(from, cut)}`);
    }
    if (head > 0 || this.#keeps) host.keep(step, head > 0 ? [[0, head]] : []);
    this.#keeps = head > 0;
    this.#first = intAt(this.#messages.first, cut);
    this.#pruner.carry(host.view(), this.#first);
    this.#added.clear();
    host.changed();
    this.#ends.compacted?.(step, cut, one);
    return true;
  }

  /** Asks for the summaries of what is in front of a cut, and puts them there; false where a call failed. */
  #summarise(one: Summarising<S>, settings: S, cut: number): boolean {
    const host = this.#host;
    const { summariser, requests } = host.input;
    const { step } = this.#request;
    const head = sumBetween(requests.estimator.sum, 0, this.#head(one, settings));
    const replaced = host.headTokens(step, cut) - head;
    const calls = one.calls?.(this.#request, settings) ?? 1;
    // A recording has the sum of all summaries, and of the words around each but the first.
    const parts = (settings as Partial<SummarySettings>).summary === 'recorded' ? 1 : calls;
    // Each further summary has words of its own around it.
    const texts = { bytes: (parts - 1) * requests.wrapperBytes, tokens: 0, count: calls, calls };
    for (let call = 1; call <= parts; call++) {
      const part = Math.ceil(replaced / calls);
      summariser.call((part * calls) / parts, (one.cap(settings, part) * calls) / parts, 1);
      if (summariser.failed) return false;
      texts.bytes += summariser.bytes;
      texts.tokens =
        texts.tokens < 0 || summariser.tokens < 0 ? -1 : texts.tokens + summariser.tokens;
    }
    if (calls === 1) host.putSummary(step, cut);
    else host.putTexts(step, cut, texts);
    return true;
  }

  /** Entries that stay in front, up to a place that parts no call from its response. */
  #head(one: Changing<S>, settings: S): number {
    if (one.does === 'clears' || one.does === 'drops' || one.head === undefined) return 0;
    const { profile } = this.#host.input;
    const { entries } = this.#request;
    const head = Math.min(one.head(this.#request, settings), entries);
    return pairSafeBack(profile, 0, head, entries);
  }

  /** What is in front of this is no part of what a mechanism may cut. */
  #floor(one: Changing<S>, settings: S): number {
    return Math.max(this.#request.covered, this.#head(one, settings));
  }

  /** First entry that stays where a mechanism cuts. */
  #cut(one: Changing<S>, settings: S): number {
    const { profile, requests } = this.#host.input;
    const { entries, covered, value, step } = this.#request;
    const floor = this.#floor(one, settings);
    const safe = (entry: number): number => pairSafeBack(profile, floor, entry, entries);
    const kept = Math.min(entries, one.keeps(this.#request, settings));
    if (kept <= floor) return floor;
    const most = safe(kept);
    const { sum, prefix } = requests.estimator;
    const target = one.target?.(settings, prefix);
    if (target === undefined) return most;
    let rest = value - target - (covered > 0 ? this.#host.headTokens(step, covered) : 0);
    let cut = floor;
    while (cut < most && (rest > 0 || safe(cut) !== cut || cut === floor)) {
      rest -= sumBetween(sum, cut, cut + 1);
      cut++;
    }
    return cut;
  }

  /** Its first call writes its instructions into the cache, or everything; a further one reads what the one before held. */
  #add(one: Adding<S>, settings: S): boolean {
    if (this.#added.has(one)) return false;
    // A recording has none of them.
    if (this.#host.input.watching) return true;
    this.#added.add(one);
    const { step } = this.#request;
    const writes = one.writes(settings);
    const asked = this.#host.addCalls(step, one.name, { bytes: one.asks(settings), writes });
    const words = `${one.name}: ${counted(writes.length, 'call')} that the recording lacks`;
    const sum = writes.reduce((all, tokens) => all + tokens, 0);
    const text = `${words}, ~${formatInteger(asked)} tokens asked and ${formatInteger(sum)} written, as the settings assume.`;
    this.#host.note(step, 'added', text);
    return true;
  }

  #clear(one: Extract<Mechanism<S>, { does: 'clears' }>, settings: S): boolean {
    const host = this.#host;
    const { step, entries, value } = this.#request;
    this.#leaves = one.leaves(settings);
    const { first, toolBytes } = this.#messages;
    const kept = intAt(first, Math.min(entries, one.keeps(this.#request, settings)));
    const target = one.target?.(settings, host.input.requests.estimator.prefix) ?? -Infinity;
    let saved = 0;
    const from = Math.max(this.#first, intAt(first, this.#heads(settings)));
    let end = Math.max(from, this.#pruner.next);
    for (; end < kept && value - saved > target; end++) {
      const bytes = intAt(toolBytes, end);
      if (bytes > this.#leaves) saved += Math.floor(bytes / 4) - Math.floor(this.#leaves / 4);
    }
    if (saved === 0 || saved < (one.least?.(settings) ?? 0)) return false;
    host.size(step);
    this.#pruner.prune(step, host.view(), from, end);
    host.changed();
    const { cut } = this.#pruner;
    const text = `${one.name}: ${counted(cut, 'tool result')} cleared, −${formatInteger(this.#pruner.saved)} tokens.`;
    host.note(step, 'prune', text);
    return true;
  }
}

const lostWords = (from: number, covered: number): string =>
  `${entriesWords(from, covered, ['leaves', 'leave']).toLowerCase()} the requests, no summary stands for them.`;
