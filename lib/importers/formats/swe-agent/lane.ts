import { SessionBuilder } from '@/lib/session/builder';
import type { SessionDraft } from '@/lib/session/draft';
import type { Part } from '@/lib/session/schema';
import { shorten } from '../../mechanisms/shorten';
import type { ImportContext } from '../../importer';
import {
  countOf,
  fieldsOf,
  listOf,
  textOf,
  timeText,
  type Fields,
} from '../../mechanisms/loose-json';
import { readChatTurn } from '../../mechanisms/messages/openai-chat';
import { CallNames } from '../../mechanisms/messages/turns';
import { stepUsage } from '../../mechanisms/step-usage';
import { entryOf } from '../../mechanisms/entry';

/** Identity of one agent of a trajectory. */
interface LaneInfo {
  readonly agent: string;
  /** The first agent of the trajectory, if this is another one. */
  readonly parent: string | null;
  readonly mini: boolean;
  readonly model: string | null;
}

/** Puts the messages of one agent into a session. */
export class SweAgentLane {
  readonly #builder: SessionBuilder;
  readonly #names = new CallNames();
  readonly #model: string | null;
  /** Entry of each message of the lane; −1 without one. */
  readonly #entries: number[] = [];
  readonly #cleared = new Set<number>();
  readonly #system: Part[] = [];
  #name: string | null = null;
  #answering = false;

  constructor(context: ImportContext, { agent, parent, mini, model }: LaneInfo) {
    const { file } = context;
    this.#model = model;
    this.#builder = new SessionBuilder(context.store, {
      name: file,
      source: {
        format: 'swe-agent',
        file,
        agent: mini ? 'mini-swe-agent' : 'SWE-agent',
        sessionId: file,
        lane: agent,
        parent: parent === null ? null : { sessionId: file, lane: parent, relation: 'lane' },
      },
    });
  }

  /** Calls taken so far. */
  get calls(): number {
    return this.#builder.stepCount;
  }

  /**
   * Takes the next message; `cleared` gives the positions of outputs that the lane's next request
   * left out and is called once per request.
   */
  message(message: Fields, at: number | string, cleared: () => readonly number[]): void {
    const [id] = listOf(message['tool_call_ids']);
    const turn = readChatTurn(message, this.#names, message['tool_call_id'] ?? id);
    const demo = message['is_demo'] === true || message['message_type'] === 'demonstration';
    const model = turn.role === 'model';
    if (turn.system === true && this.#builder.entryCount === 0) {
      for (const part of turn.parts) this.#system.push(part);
      this.#entries.push(-1);
      return;
    }
    if (model && !demo) this.#step(message, at, cleared());
    const [first] = turn.parts;
    if (!model && !demo && first?.kind === 'text') this.#name ??= shorten(first.text);
    this.#answering = !model && this.calls > 0;
    if (turn.parts.length === 0) this.#entries.push(-1);
    else {
      const label = demo ? 'demonstration' : turn.system === true ? 'system' : undefined;
      const entry = entryOf(turn.role, turn.parts, at, null, label);
      this.#entries.push(this.#builder.append(entry));
    }
  }

  /** Takes recorded sums: a total over all requests, never the size of one. */
  totals(stats: Fields | null): void {
    const sent = countOf(stats?.['tokens_sent']);
    if (sent === null || sent === 0) return;
    const received = countOf(stats?.['tokens_received']) ?? 0;
    const calls = countOf(stats?.['api_calls']) ?? 0;
    this.#builder.notice(
      'usage-totals',
      `Only totals are recorded: ${sent} tokens sent and ${received} received in ${calls} calls.`,
    );
  }

  /** The session; null if the agent's model was not called. */
  finish(): SessionDraft | null {
    if (this.#system.length > 0) this.#builder.prefix({ system: this.#system });
    if (this.#name !== null) this.#builder.rename({ name: this.#name });
    return this.#builder.stepCount > 0 ? this.#builder.finish() : null;
  }

  #step(message: Fields, at: number | string, cleared: readonly number[]): void {
    const elided = cleared
      .map((place) => this.#entries[place] ?? -1)
      .filter((entry) => entry >= 0 && !this.#cleared.has(entry))
      .sort((a, b) => a - b);
    if (elided.length > 0) {
      for (const entry of elided) this.#cleared.add(entry);
      this.#builder.compaction({ kind: 'elision', trigger: 'auto', elided: [...new Set(elided)] });
    }
    const extra = fieldsOf(message['extra']);
    const response = fieldsOf(extra?.['response']);
    const usage = stepUsage(this.#builder, response?.['usage'] ?? extra?.['usage'], undefined, at);
    const choice = fieldsOf(listOf(response?.['choices'])[0]);
    const seconds = extra?.['timestamp'];
    this.#builder.step({
      model: textOf(response?.['model']) ?? this.#model,
      time: typeof seconds === 'number' ? timeText(seconds * 1000) : null,
      label: this.#answering ? 'tool-results' : 'user-msg',
      lengthStop: choice?.['finish_reason'] === 'length',
      ...usage,
    });
  }
}
