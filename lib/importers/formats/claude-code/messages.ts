import { GrowableInts } from '@/lib/base/growable';
import { parseTime } from '@/lib/base/iso-time';
import type { StepInput } from '@/lib/session/builder';
import type { EntryStore } from '@/lib/session/draft';
import { usageCounts, type Part, type UsageCounts } from '@/lib/session/schema';
import { Names } from '@/lib/tokens/names';
import { normalizeUsage, usageRecord, type UsageFlag } from '@/lib/tokens/usage/normalize-usage';
import type { LogGraph } from './graph';
import { entryOf } from '../../mechanisms/session-facts';
import { fieldsOf, timeText, type Fields } from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';

/** Facts of one attempted call, as integers. */
interface StepFacts {
  readonly real: number | null;
  readonly limit: number | null;
  /** What its usage record counts beside the prompt; absent without a record. */
  readonly counts?: UsageCounts;
  /** Ref of the usage record in the store; −1 without one. */
  readonly usage: number;
  readonly model: string | null;
  /** Milliseconds since 1970; NaN where unknown. */
  readonly time: number;
  /** The response stopped at the output limit. */
  readonly lengthStop: boolean;
}

/** Attempted calls of a trace, one row each. */
export class StepTable {
  readonly #real = new GrowableInts();
  readonly #limit = new GrowableInts();
  readonly #counts = usageCounts.map((name) => ({ name, tokens: new GrowableInts() }));
  readonly #usage = new GrowableInts();
  readonly #model = new GrowableInts();
  readonly #time: number[] = [];
  readonly #lengthStops = new Set<number>();
  readonly #models = new Names();

  add(facts: StepFacts): number {
    const { real, limit, counts, usage, model, time, lengthStop } = facts;
    this.#real.push(real ?? -1);
    this.#limit.push(limit ?? -1);
    for (const { name, tokens } of this.#counts) tokens.push(counts?.[name] ?? -1);
    this.#usage.push(usage);
    this.#model.push(this.#models.index(model));
    const row = this.#time.push(time) - 1;
    if (lengthStop) this.#lengthStops.add(row);
    return row;
  }

  /** The row as the builder takes it. */
  at(row: number): StepInput & Pick<StepFacts, 'real' | 'limit' | 'model'> {
    const known = (value: number): number | null => (value < 0 ? null : value);
    const counts: Partial<Record<keyof UsageCounts, number | null>> = {};
    for (const { name, tokens } of this.#counts) counts[name] = known(tokens.at(row));
    return {
      ...counts,
      real: known(this.#real.at(row)),
      limit: known(this.#limit.at(row)),
      usageRef: this.#usage.at(row),
      model: this.#models.all[this.#model.at(row)] ?? null,
      time: timeText(this.#time[row] ?? NaN),
      lengthStop: this.#lengthStops.has(row),
    };
  }
}

/** A model message whose lines are still coming. */
interface OpenMessage {
  readonly node: number;
  readonly lane: number;
  readonly line: number;
  readonly time: string | null;
  readonly model: string | null;
  readonly parts: Part[];
  usage: unknown;
  /** The reason why the response ended, from the last line that has one. */
  stopReason: unknown;
}

/** Most messages kept open at once; agents that run in parallel write in turns. */
const MOST_OPEN = 64;

/** Joins the lines of model messages: one entry and one step per message id. */
export class MessageJoiner {
  readonly #open = new Map<number, OpenMessage>();
  /** Entries of lines that came after their message was closed. */
  readonly late = new Map<number, number[]>();

  constructor(
    private readonly store: EntryStore,
    private readonly graph: LogGraph,
    private readonly steps: StepTable,
    private readonly onFlag: (lane: number, flag: UsageFlag, line: number) => void,
  ) {}

  /** Begins the message of `node`; closes the other messages of its lane. */
  begin(message: Omit<OpenMessage, 'parts' | 'usage' | 'stopReason'>): void {
    for (const open of this.#open.values()) if (open.lane === message.lane) this.#close(open);
    const oldest = this.#open.values().next().value;
    if (oldest && this.#open.size >= MOST_OPEN) this.#close(oldest);
    this.#open.set(message.node, { parts: [], usage: null, stopReason: null, ...message });
  }

  /** Adds a line's parts; usage and stop reason of the last line are the final ones. */
  add(node: number, parts: readonly Part[], message: Fields, line: number): void {
    const open = this.#open.get(node);
    if (open) {
      for (const part of parts) open.parts.push(part);
      if (fieldsOf(message['usage'])) open.usage = message['usage'];
      open.stopReason = message['stop_reason'] ?? open.stopReason;
    } else if (parts.length > 0) {
      const ref = this.store.entry({ role: 'model', parts, origin: line });
      const refs = this.late.get(node);
      if (refs) refs.push(ref);
      else this.late.set(node, [ref]);
    }
  }

  closeAll(): void {
    for (const open of this.#open.values()) this.#close(open);
  }

  #close(open: OpenMessage): void {
    this.#open.delete(open.node);
    const { node, parts, line, model, time } = open;
    if (parts.length > 0) {
      this.graph.ref.set(node, this.store.entry(entryOf('model', parts, line, time)));
    }
    const { real, counts, flags } = normalizeUsage(open.usage, 'anthropic');
    for (const flag of flags) this.onFlag(open.lane, flag, line);
    const record = plain(usageRecord(open.usage));
    const row = this.steps.add({
      real,
      limit: null,
      counts,
      usage: record === null ? -1 : this.store.usage(record),
      model,
      time: time === null ? NaN : parseTime(time),
      lengthStop: open.stopReason === 'max_tokens',
    });
    this.graph.extra.set(node, row);
  }
}
