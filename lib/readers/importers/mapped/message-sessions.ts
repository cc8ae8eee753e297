import { err, ok, type Result } from '@/lib/engine/base/result';
import type { StepInput } from '@/lib/engine/session/builder';
import { SessionLog } from '../mechanisms/session-log';
import { stepUsage } from '../mechanisms/session-facts';
import type { ImportContext, ImportError } from '../importer';
import { timeText } from '../mechanisms/loose-json';
import { readChatTools } from '../mechanisms/messages/openai-chat';
import { CallNames } from '../mechanisms/messages/turns';
import { readRefusal } from '../mechanisms/refusals/read-refusal';
import { readBlocks } from '../mechanisms/messages/blocks';
import { LEFT_OUT, readMessageRecord, type MessageRecord } from './message-record';
import type { RecordFields } from './record-fields';

/** Sessions handed over before the host may do other work. */
const AT_ONCE = 50;

/** A call whose records may still come. */
interface OpenCall {
  readonly id: string | null;
  readonly entries: number;
  readonly label: string;
  step: StepInput;
  counted: boolean;
}

/** One log: the records of a session and lane, in the order of the file. */
interface Lane {
  readonly log: SessionLog;
  readonly names: CallNames;
  call: OpenCall | null;
}

/** Turns records that are one message each into sessions. */
export class MessageSessions {
  readonly #lanes = new Map<string, Lane>();
  /** The first lane of each session. */
  readonly #main = new Map<string, string>();
  #finished: Iterator<Lane> | null = null;
  #handed = 0;
  #empty = 0;

  constructor(
    private readonly context: ImportContext,
    private readonly agent: string,
  ) {}

  /** Takes a record and counts it on the receipt; returns what was read of it. */
  record(record: RecordFields): MessageRecord['turns'] {
    const lane = this.#laneOf(record);
    const read = readMessageRecord(record, lane.names);
    if (typeof read !== 'string') {
      this.#take(lane, read, record);
      return read.turns;
    }
    const { receipt } = this.context;
    if (read === LEFT_OUT) receipt.drop(read, record.at);
    else receipt.lose(read, record.at);
    return [];
  }

  #take(lane: Lane, read: MessageRecord, record: RecordFields): void {
    this.#prefix(lane, record);
    if (read.role === 'usage') return this.#usage(lane, record);
    this.context.receipt.keep();
    if (read.role === 'model') this.#model(lane, record);
    else this.#close(lane);
    lane.log.answering = read.role === 'tool';
    this.#append(lane, read, record);
  }

  /** Hands the sessions over; null while there are more. */
  end(): Result<void, ImportError> | null {
    this.#finished ??= this.#lanes.values();
    for (let i = 0; i < AT_ONCE; i++) {
      const next = this.#finished.next();
      if (next.done === true) return this.#answer();
      this.#finish(next.value);
    }
    return null;
  }

  #answer(): Result<void, ImportError> {
    if (this.#handed === 0) {
      const message = 'With this mapping the file holds no message of a model.';
      return err({ code: 'no-sessions', message });
    }
    if (this.#empty > 0) {
      const sessions = this.#empty === 1 ? '1 session' : `${this.#empty} sessions`;
      this.context.receipt.remark(`${sessions} without a message of a model left out.`);
    }
    return ok(undefined);
  }

  #finish(lane: Lane): void {
    this.#close(lane);
    const session = lane.log.end();
    if (session === null) this.#empty++;
    else {
      this.#handed++;
      this.context.session(session);
    }
  }

  #laneOf(record: RecordFields): Lane {
    const { file, store } = this.context;
    const sessionId = record.name('session') ?? file;
    const lane = record.name('lane') ?? 'main';
    const key = JSON.stringify([sessionId, lane]);
    const known = this.#lanes.get(key);
    if (known) return known;
    const main = this.#main.get(sessionId) ?? lane;
    this.#main.set(sessionId, main);
    const parent = main === lane ? null : ({ sessionId, lane: main, relation: 'lane' } as const);
    const agent = this.agent;
    const source = { format: 'mapped', file, agent, sessionId, lane, parent };
    const log = new SessionLog(store, { name: sessionId, source });
    const made: Lane = { log, names: new CallNames(), call: null };
    this.#lanes.set(key, made);
    return made;
  }

  /** Sets the prefix if the first records name it. */
  #prefix(lane: Lane, record: RecordFields): void {
    const { log } = lane;
    if (log.stepCount > 0) return;
    if (!log.hasSystem) log.system(readBlocks(record.one('system'), lane.names));
    const tools = readChatTools(record.one('tools'));
    if (tools !== null) log.prefix({ tools });
  }

  /** Takes a message of the model: a call, unless the one before it belongs to the same call. */
  #model(lane: Lane, record: RecordFields): void {
    const id = record.name('call');
    const usage = stepOf(lane, record);
    const { call } = lane;
    const unnamed = id === null && call?.id === null;
    const same = unnamed ? !(call.counted && usage.counted) : call !== null && id === call.id;
    if (!same) this.#begin(lane, id);
    this.#count(lane, record, usage);
  }

  /**
   * Takes a count without a message: it belongs to the call before it, or is a call without
   * content.
   */
  #usage(lane: Lane, record: RecordFields): void {
    const usage = stepOf(lane, record);
    const { call } = lane;
    if (call !== null && !call.counted)
      this.context.receipt.merge('usage of the call before', record.at);
    else {
      this.#begin(lane, record.name('call'));
      this.context.receipt.keep();
    }
    this.#count(lane, record, usage);
  }

  #begin(lane: Lane, id: string | null): void {
    this.#close(lane);
    const { label, entryCount: entries } = lane.log;
    lane.call = { id, entries, label, step: {}, counted: false };
  }

  /** Adds a record's facts to the open call. */
  #count({ call, log }: Lane, record: RecordFields, usage: ReturnType<typeof stepOf>): void {
    if (call === null) return;
    call.step = {
      ...call.step,
      ...(usage.counted && !call.counted ? usage.step : {}),
      model: call.step.model ?? record.name('model'),
      time: call.step.time ?? timeText(record.time()),
    };
    call.counted ||= usage.counted;
    const error = record.error();
    if (error === null) return;
    const refusal = readRefusal(error);
    if (refusal !== null) call.step = { ...call.step, ...refusal, rejected: true };
    else log.failedCall(null, null, record.at);
  }

  #close(lane: Lane): void {
    const { call, log } = lane;
    if (call === null) return;
    log.step({ ...call.step, entries: call.entries, label: call.label });
    lane.call = null;
  }

  #append(lane: Lane, { role, turns }: MessageRecord, record: RecordFields): void {
    for (const { role: side, parts } of turns) {
      if (role === 'system' && lane.log.entryCount === 0) {
        lane.log.system(parts);
        continue;
      }
      // Pictures may come before the text.
      if (role === 'user') lane.log.said(parts.filter(({ kind }) => kind === 'text'));
      const label = role === 'system' ? 'system' : null;
      lane.log.message(side, parts, record.at, timeText(record.time()), label);
    }
  }
}

/** Counts of a record; `counted` if it has any. */
function stepOf({ log }: Lane, record: RecordFields) {
  const { usage, family } = record.usage();
  if (usage === null) return { step: {}, counted: false };
  const step = stepUsage(log, usage, family, record.at);
  return { step, counted: (step.real ?? null) !== null };
}
