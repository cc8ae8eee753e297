import { textHash } from '@/lib/engine/base/text-hash';
import { textParts } from '../../mechanisms/messages/parts';
import { SessionBuilder, type SessionInfo, type StepInput } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Entry, Part, RecordedCompaction } from '@/lib/engine/session/schema';
import {
  userParts,
  readOpenCodeError,
  segmentsOf,
  type OpenCodeError,
  type Segment,
} from './parts';
import type { ImportContext } from '../../importer';
import { entryOf, projectFolder, shorten, stepUsage } from '../../mechanisms/session-facts';
import {
  fieldsOf,
  listOf,
  numberOf,
  textOf,
  timeText,
  type Fields,
  type At,
} from '../../mechanisms/loose-json';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';

/** Tool outputs that OpenCode cleared from later requests, each at its own moment. */
export class Elisions {
  #waiting: { readonly entry: number; readonly moment: number }[] = [];

  /** The output in `entry` was cleared at `moment`, in milliseconds since 1970. */
  add(entry: number, moment: number): void {
    this.#waiting.push({ entry, moment });
  }

  /** Outputs cleared up to `moment` and not returned before; null for none. */
  until(moment: number): Pick<RecordedCompaction, 'elided' | 'time'> | null {
    const due = this.#waiting.filter((item) => item.moment <= moment);
    if (due.length === 0) return null;
    this.#waiting = this.#waiting.filter((item) => item.moment > moment);
    const newest = due.reduce((latest, item) => Math.max(latest, item.moment), -Infinity);
    return { elided: due.map(({ entry }) => entry).sort((a, b) => a - b), time: timeText(newest) };
  }
}

/** A requested summary: the part of the user's message that marks it. */
interface SummaryRequest {
  readonly trigger: RecordedCompaction['trigger'];
  readonly tail: string | null;
}

/** A model's message with the facts shared by all its calls. */
interface Answer {
  readonly info: Fields;
  readonly at: At;
  readonly error: OpenCodeError | null;
  /** Time in ms at which its newest call was made. */
  time: number | null;
}

/**
 * Collects the messages of one session. The calls that write summaries are a separate lane over the
 * same log: they send the whole context, and no policy of the session sees their usage.
 */
export class OpenCodeSession {
  readonly #main: SessionBuilder;
  readonly #summariser: SessionBuilder;
  readonly #starts = new Map<string, number>();
  /** Role and time of the newest message of an id. */
  readonly #made = new Map<string, string>();
  readonly #asked = new Map<string, SummaryRequest>();
  readonly #elisions = new Elisions();
  #newestAsked: SummaryRequest | null = null;
  #answering = false;
  #hasSystem = false;
  #said: string | null = null;
  readonly #title: string | null;
  readonly #info: SessionInfo;

  /** `info` is the session's own record; empty if the trace lacks it. */
  constructor(
    private readonly context: ImportContext,
    info: Fields,
    sessionId: string,
  ) {
    const parentId = textOf(info['parentID']);
    this.#title = shorten(textOf(info['title']) ?? '');
    this.#info = {
      name: this.#title ?? sessionId,
      project: projectFolder(info['directory']),
      source: {
        format: 'opencode',
        file: context.file,
        agent: 'OpenCode',
        agentVersion: textOf(info['version']),
        sessionId,
        parent:
          parentId === null ? null : { sessionId: parentId, lane: 'main', relation: 'subagent' },
      },
    };
    this.#main = new SessionBuilder(context.store, this.#info);
    this.#summariser = new SessionBuilder(context.store, this.#info);
  }

  /** Takes the next message; counts it on the receipt. */
  message(info: Fields, parts: readonly unknown[], at: At): void {
    const { receipt } = this.context;
    const named = textOf(info['id']);
    const time = numberOf(fieldsOf(info['time'])?.['created']);
    // A masked id stands for many messages: another role or time makes another one of it.
    const made = JSON.stringify([info['role'], time ?? textHash(JSON.stringify(parts))]);
    const before = named === null ? undefined : this.#made.get(named);
    if (before === made) return receipt.merge('repeated message', at);
    if (named !== null) this.#made.set(named, made);
    const id = before === undefined ? named : null;
    if (id !== null) this.#starts.set(id, this.#main.entryCount);
    this.#system(info['system']);
    if (info['role'] === 'user') this.#user(id, parts, time, at);
    else if (info['role'] === 'assistant') {
      const answer: Answer = { info, at, error: readOpenCodeError(info['error']), time };
      if (info['summary'] === true) this.#summary(answer, parts);
      else this.#assistant(answer, parts);
      receipt.keep();
    } else receipt.lose('neither a user’s nor a model’s message', at);
  }

  /** Says something of the session. */
  notice(code: string, text: string, at?: At): void {
    this.#main.notice(code, text, at);
  }

  /** The finished lanes; none if no model was called. */
  finish(): readonly SessionDraft[] {
    this.#clear(null);
    const name = this.#title ?? this.#said ?? this.#info.name;
    const { source } = this.#info;
    this.#main.rename({ name });
    const parent = { sessionId: source.sessionId, lane: 'main', relation: 'lane' } as const;
    this.#summariser.rename({
      name: `${name} (summariser)`,
      source: { ...source, lane: 'summariser', parent },
    });
    return [this.#main, this.#summariser]
      .filter(({ stepCount }) => stepCount > 0)
      .map((builder) => builder.finish());
  }

  /**
   * Takes a system prompt: older versions write it into each answer, newer ones the user's addition
   * to it.
   */
  #system(value: unknown): void {
    if (this.#hasSystem) return;
    const system = [value, ...listOf(value)].flatMap((text) => textParts(text));
    if (system.length === 0) return;
    this.#hasSystem = true;
    this.#main.prefix({ system });
    this.#summariser.prefix({ system });
  }

  #user(id: string | null, parts: readonly unknown[], time: number | null, at: At): void {
    const { receipt } = this.context;
    const asked = parts.map(fieldsOf).find((part) => part?.['type'] === 'compaction') ?? null;
    if (asked !== null) this.#ask(id, asked);
    const sent = userParts(parts);
    if (sent.length === 0 && asked === null) return receipt.drop('message without content', at);
    if (sent.length > 0) {
      const [first] = sent;
      if (first?.kind === 'text') this.#said ??= shorten(first.text);
      this.#append('user', sent, at, time);
      this.#answering = false;
    }
    receipt.keep();
  }

  #ask(id: string | null, part: Fields): void {
    const auto = part['auto'];
    const trigger = auto === true ? 'auto' : auto === false ? 'manual' : 'unknown';
    this.#newestAsked = { trigger, tail: textOf(part['tail_start_id']) };
    if (id !== null) this.#asked.set(id, this.#newestAsked);
  }

  #assistant(answer: Answer, parts: readonly unknown[]): void {
    const { info, error } = answer;
    const { segments, refused } = segmentsOf(parts);
    if (refused > 0) {
      this.#main.notice('too-deep', 'A part nests over 200 levels; left out.', answer.at);
    }
    const finished = segments.filter(({ end }) => end === 'finished').length;
    const wrote = segments.some(({ written }) => written.some(({ kind }) => kind !== 'thought'));
    // A failed message is not sent again, unless its user interrupted it and it holds something.
    const resent = error === null || (error.aborted && wrote) || finished > 1;
    const attempts = segments.filter(({ end }) => end !== 'retry').length;
    const tokens = finished === 0 && attempts < 2 ? info['tokens'] : undefined;
    for (const segment of segments) {
      const finish = segment.finish?.['tokens'] ?? (finished < 2 ? info['tokens'] : null);
      this.#step(answer, segment.end, segment.end === 'finished' ? finish : tokens, segment);
      if (segment.end === 'retry') continue;
      if (resent && !(error !== null && !error.aborted && segment.end === 'open')) {
        this.#write(segment, answer);
      }
    }
    const last = segments.at(-1);
    const failedLater = error !== null && !error.answered && last?.end === 'finished';
    if (attempts === 0 || failedLater) this.#step(answer, 'open', tokens, null);
  }

  /** Takes a call: its request holds the log so far. */
  #step(answer: Answer, end: Segment['end'], tokens: unknown, segment: Segment | null): void {
    const label = this.#answering ? 'tool-results' : 'user-msg';
    const input = this.#stepInput(this.#main, answer, tokens, end);
    this.#clear(answer.time);
    const reason = segment?.finish?.['reason'];
    const lengthStop = reason === 'length' || answer.error?.name === 'MessageOutputLengthError';
    this.#main.step({ ...input, label: input.label ?? label, lengthStop });
    const limit = input.rejected === true ? (input.limit ?? null) : null;
    if (limit !== null) this.#main.limit({ tokens: limit, source: 'recording' });
  }

  #stepInput(
    builder: SessionBuilder,
    { info, at, error, time }: Answer,
    tokens: unknown,
    end: Segment['end'],
  ): StepInput {
    const usage = stepUsage(builder, tokens, 'opencode', at);
    const base = { ...usage, model: textOf(info['modelID']), time: timeText(time) };
    if (end === 'finished') return base;
    if (end === 'retry') return { ...base, real: null, label: 'retried' };
    if (error === null) return usage.real === null ? { ...base, label: 'unfinished' } : base;
    const refusal = readRefusal(error.message);
    if (refusal === null && !error.overflow) {
      return { ...base, reported: false, label: error.aborted ? 'aborted' : error.name };
    }
    const real = usage.real ?? refusal?.real ?? null;
    return { ...base, ...refusal, real, rejected: true };
  }

  /** Appends a call's output and its tools' results, which belong to the next request. */
  #write(segment: Segment, answer: Answer): void {
    if (segment.written.length > 0) {
      this.#append('model', segment.written, answer.at, answer.time);
    }
    for (const { response, cleared, ended } of segment.tools) {
      const entry = this.#append('user', response, answer.at, ended);
      if (cleared !== null) this.#elisions.add(entry, cleared);
      if (ended !== null && ended > (answer.time ?? 0)) answer.time = ended;
    }
    this.#answering = segment.tools.length > 0;
  }

  /** Takes the call that writes a summary, and its compaction if the call was finished. */
  #summary(answer: Answer, parts: readonly unknown[]): void {
    const { info, error, at } = answer;
    const { segments } = segmentsOf(parts);
    this.#clear(answer.time);
    const last = segments.findLast(({ end }) => end === 'finished');
    const tokens = last?.finish?.['tokens'] ?? info['tokens'];
    const end = error === null ? 'finished' : 'open';
    const input = this.#stepInput(this.#summariser, answer, tokens, end);
    this.#summariser.step({ ...input, label: input.label ?? 'summariser' });
    const summary = segments
      .flatMap(({ written }) => written)
      .filter(({ kind }) => kind === 'text');
    const asked = this.#asked.get(textOf(info['parentID']) ?? '') ?? this.#newestAsked;
    const time = timeText(numberOf(fieldsOf(info['time'])?.['completed']) ?? answer.time);
    if (error !== null) {
      const reason = error.message === '' ? error.name : error.message;
      return this.#main.compactionFailed({ trigger: asked?.trigger ?? 'unknown', reason, time });
    }
    if (summary.length === 0) return;
    this.#newestAsked = null;
    const compaction = {
      kind: 'summary',
      trigger: asked?.trigger ?? 'unknown',
      summary,
      kept: this.#kept(asked?.tail ?? null, at),
      time,
    } as const;
    this.#main.compaction(compaction);
    this.#summariser.compaction(compaction);
    this.#answering = false;
  }

  /** The log from the first kept message. */
  #kept(tail: string | null, at: At): readonly (readonly [number, number])[] {
    if (tail === null) return [];
    const from = this.#starts.get(tail);
    const end = this.#main.entryCount;
    if (from === undefined) {
      this.#main.notice(
        'kept-unknown',
        'A compaction names a first kept message that is not before it; no message counts as kept.',
        at,
      );
      return [];
    }
    return from < end ? [[from, end]] : [];
  }

  /** Removes outputs that were cleared before a moment (null: ever) from later requests. */
  #clear(moment: number | null): void {
    const due = this.#elisions.until(moment ?? Infinity);
    if (due === null) return;
    const elision = { kind: 'elision', trigger: 'auto', ...due } as const;
    this.#main.compaction(elision);
    this.#summariser.compaction(elision);
  }

  #append(role: Entry['role'], parts: readonly Part[], at: At, moment: number | null): number {
    const position = this.#main.append(entryOf(role, parts, at, timeText(moment)));
    const ref = this.#main.refs[position];
    if (ref !== undefined) this.#summariser.appendRef(ref);
    return position;
  }
}
