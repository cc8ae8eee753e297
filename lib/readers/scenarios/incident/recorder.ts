import { utf8Length } from '@/lib/engine/base/utf8';
import { SessionBuilder, type StepInput } from '@/lib/engine/session/builder';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import type { Entry, Json, Part, Prefix, Session } from '@/lib/engine/session/schema';
import { countPart, countPrefix } from '@/lib/engine/tokens/contextguard';
import { RecordedGuard, SUMMARY_END, SUMMARY_START } from './recorded-guard';
import type { Writer } from './writer';

/** Content of a sample, and its provider's way of counting. */
export interface RecorderOptions {
  readonly id: string;
  readonly name: string;
  /** Description of the sample in a sentence or two. */
  readonly note: string;
  readonly agent: string;
  readonly model: string;
  readonly limit: number;
  readonly prefix: Prefix;
  /** Real tokens of the prefix, hidden share included. */
  readonly prefixTokens: number;
  /** Real tokens per heuristic token of text, calls and tool results. */
  readonly density: number;
  /** Largest deviation of a single entry's density, as a share. */
  readonly spread: number;
  /** Time of the first step. */
  readonly start: string;
  /** Window of the agent's ContextGuard, if it ran one and left its state. */
  readonly guardWindow?: number;
  /** False if that state is left out of the recording. */
  readonly guardState?: boolean;
  /** Writes the summary of a compaction. */
  readonly summary?: () => string;
  /** False if the provider reports no usage. */
  readonly usage?: boolean;
  /** False if only the count is recorded, not the provider's whole usage record. */
  readonly usageRecord?: boolean;
  /** Real tokens of an image or document; the heuristic counts its bytes instead. */
  readonly inlineTokens?: (bytes: number) => number;
}

/** One tool call and its result. */
export interface ToolUse {
  readonly name: string;
  readonly args: Readonly<Record<string, Json>>;
  readonly result: Json;
}

/** Writes a sample as its agent would have recorded it: entries, steps, usage, compactions. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #store = new MemoryStore();
  readonly #builder: SessionBuilder;
  readonly #writer: Writer;
  readonly #guard: RecordedGuard | null;
  readonly #prefixHeuristic: number;
  /** Heuristic and real tokens of the log's entries, running totals. */
  readonly #heuristics = [0];
  readonly #reals = [0];
  #hidden = 0;
  #request = '';
  #time: number;
  #callId = 0;

  constructor(options: RecorderOptions, writer: Writer) {
    this.#options = options;
    this.#writer = writer;
    this.#time = Date.parse(options.start);
    this.#guard = options.guardWindow === undefined ? null : new RecordedGuard(options.guardWindow);
    const { system, tools } = countPrefix(options.prefix);
    this.#prefixHeuristic = (system ?? 0) + (tools ?? 0);
    this.#builder = new SessionBuilder(this.#store, {
      name: options.name,
      source: {
        format: 'scenario',
        file: `${options.id}.json`,
        agent: options.agent,
        sessionId: options.id,
      },
      generated: { scenario: options.id },
    });
    this.#builder.limit({ tokens: options.limit, source: 'recording' });
    this.#builder.prefix(options.prefix);
    this.#builder.notice('sample', `Generated, not recorded. ${options.note}`);
  }

  /** Heuristic of the request that a step would send now. */
  get heuristic(): number {
    const from = this.#guard?.watermark ?? 0;
    const summary = this.#guard?.summaryTokens ?? 0;
    return this.#prefixHeuristic + summary + this.#since(this.#heuristics, from);
  }

  /** Real tokens of that request. */
  get real(): number {
    const from = this.#guard?.watermark ?? 0;
    const summary = Math.round((this.#guard?.summaryTokens ?? 0) * this.#options.density);
    return this.#options.prefixTokens + this.#hidden + summary + this.#since(this.#reals, from);
  }

  get steps(): number {
    return this.#builder.stepCount;
  }

  /** Adds request tokens that no entry of the log shows: tool definitions attached on the way. */
  hide(tokens: number): void {
    this.#hidden += tokens;
  }

  user(text: string, ...files: readonly Part[]): void {
    this.#request = text;
    this.#append({ role: 'user', parts: [{ kind: 'text', text }, ...files] });
  }

  say(text: string): void {
    this.#append({ role: 'model', parts: [{ kind: 'text', text }] });
  }

  /** Adds parallel calls in one entry, their results in the next. */
  use(uses: readonly ToolUse[], remark = ''): void {
    const ids = uses.map(() => `call_${(++this.#callId).toString().padStart(5, '0')}`);
    const text: Part[] = remark === '' ? [] : [{ kind: 'text', text: remark }];
    const calls = uses.map(({ name, args }, i): Part => ({
      kind: 'call',
      name,
      id: ids[i] ?? '',
      args,
    }));
    this.#append({ role: 'model', parts: [...text, ...calls] });
    const parts = uses.map(({ name, result }, i): Part => {
      const response = typeof result === 'string' ? { result } : result;
      return { kind: 'response', name, id: ids[i] ?? '', response };
    });
    this.#append({ role: 'user', parts });
  }

  /** Adds one model call with the log so far; with `real`, the provider's count is exactly that. */
  step(real?: number): void {
    if (real !== undefined) this.hide(real - this.real);
    this.#time += this.#writer.int(2_500, 21_000);
    const heuristic = this.heuristic;
    const decided = this.#guard?.decide(heuristic);
    const sent = decided?.fires ? this.#compact(decided.decision) : { heuristic, real: this.real };
    const time = new Date(this.#time).toISOString();
    const guard = this.#guard?.answered(sent.heuristic, sent.real);
    this.#builder.step({
      ...this.#reported(sent.real),
      model: this.#options.model,
      time,
      ...(guard === undefined || this.#options.guardState === false ? {} : { guard }),
    });
  }

  /** Adds a call that the provider refused because the prompt was too long. */
  refuse(real: number, limit: number): void {
    this.hide(real - this.real);
    this.#time += 1_400;
    const message = `prompt is too long: ${real} tokens > ${limit} maximum`;
    this.#builder.step({
      real,
      rejected: true,
      limit,
      usage: { type: 'error', error: { type: 'invalid_request_error', message } },
      model: this.#options.model,
      time: new Date(this.#time).toISOString(),
      label: 'rejected: prompt is too long',
    });
  }

  finish(): Session {
    return this.#store.session(this.#builder.finish());
  }

  #compact(decision: number): { heuristic: number; real: number } {
    const guard = this.#guard as RecordedGuard;
    const summary = this.#options.summary?.() ?? '';
    const text = SUMMARY_START + summary + SUMMARY_END;
    const n = this.#builder.entryCount;
    const preTokens = this.real;
    const added = guard.compact(n, utf8Length(summary), utf8Length(this.#request), decision);
    const sent = {
      heuristic: this.#prefixHeuristic + added,
      real: this.#options.prefixTokens + this.#hidden + Math.round(added * this.#options.density),
    };
    this.#builder.compaction({
      trigger: 'auto',
      summary: [{ kind: 'text', text }],
      preTokens,
      postTokens: sent.real,
      time: new Date(this.#time).toISOString(),
    });
    return sent;
  }

  #reported(real: number): Pick<StepInput, 'real' | 'usage'> {
    if (this.#options.usage === false) return {};
    return this.#options.usageRecord === false ? { real } : { real, usage: this.#usage(real) };
  }

  #usage(real: number): Json {
    const cached = Math.min(real, this.steps === 0 ? 0 : Math.floor(real * 0.93));
    return {
      promptTokenCount: real,
      cachedContentTokenCount: cached,
      candidatesTokenCount: this.#writer.int(24, 640),
    };
  }

  #append(entry: Entry): void {
    this.#builder.append(entry);
    let heuristic = 0;
    let real = 0;
    for (const part of entry.parts) {
      const count = countPart(part);
      heuristic += count;
      real += this.#realTokens(part, count);
    }
    this.#heuristics.push((this.#heuristics.at(-1) ?? 0) + heuristic);
    this.#reals.push((this.#reals.at(-1) ?? 0) + real);
  }

  #realTokens(part: Part, count: number): number {
    const { density, spread, inlineTokens } = this.#options;
    if (part.kind === 'inline' && inlineTokens) return inlineTokens(part.bytes);
    return Math.round(count * density * (1 + this.#writer.between(-spread, spread)));
  }

  #since(totals: readonly number[], entry: number): number {
    return (totals.at(-1) ?? 0) - (totals[entry] ?? 0);
  }
}
