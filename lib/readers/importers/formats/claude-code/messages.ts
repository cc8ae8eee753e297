import type { StepInput } from '@/lib/engine/session/builder';
import type { EntryStore } from '@/lib/engine/session/draft';
import type { Part } from '@/lib/engine/session/schema';
import {
  normalizeUsage,
  usageRecord,
  type UsageFlag,
} from '@/lib/engine/tokens/usage/normalize-usage';
import type { LogGraph } from './graph';
import { copiedCall, entryOf } from '../../mechanisms/session-facts';
import { fieldsOf, isoOf, type Fields } from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';

/** An attempted call; its usage record is in the store. */
export type CallStep = StepInput &
  Required<Pick<StepInput, 'real' | 'limit' | 'model' | 'usageRef'>>;

/** A model message whose lines are still coming. */
interface OpenMessage {
  readonly node: number;
  readonly lane: number;
  readonly line: number;
  readonly time: string | null;
  readonly model: string | null;
  /** Its line is a copy out of the session that this one was forked from. */
  readonly copied: boolean;
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
  /** Of the newest step: each line brings a copy of the name. */
  #model: string | null = null;
  /** Entries of lines that came after their message was closed. */
  readonly late = new Map<number, number[]>();

  constructor(
    private readonly store: EntryStore,
    private readonly graph: LogGraph,
    private readonly steps: CallStep[],
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
    const { node, parts, line, time } = open;
    if (open.model !== this.#model) this.#model = open.model;
    if (parts.length > 0) {
      this.graph.ref.set(node, this.store.entry(entryOf('model', parts, line, time)));
    }
    const { real, counts, flags, counted } = normalizeUsage(open.usage, 'anthropic');
    const evidence = open.copied && real !== null ? copiedCall(counted?.tokens ?? real) : counted;
    for (const flag of flags) this.onFlag(open.lane, flag, line);
    const record = plain(usageRecord(open.usage));
    // Field by field: each object made by a spread takes a layout of its own, 360 bytes more.
    const step = {
      output: counts.output,
      cacheRead: counts.cacheRead,
      cacheWrite: counts.cacheWrite,
      cacheWriteHour: counts.cacheWriteHour,
      reasoning: counts.reasoning,
      real,
      limit: null,
      usageRef: record === null ? -1 : this.store.usage(record),
      model: this.#model,
      time: isoOf(time),
      lengthStop: open.stopReason === 'max_tokens',
    };
    const steps = this.steps.push(evidence === undefined ? step : { ...step, counted: evidence });
    this.graph.extra.set(node, steps - 1);
  }
}
