/**
 * SWE-agent trajectories (`.traj`) and mini-swe-agent's (`.traj.json`).
 * https://swe-agent.com/latest/usage/trajectories/
 */
import { SessionBuilder } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Json, Part } from '@/lib/engine/session/schema';
import { defineImporter, type ImportContext, CountedReader } from '../../importer';
import { entryOf, shorten, stepUsage } from '../../mechanisms/session-facts';
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

/** Identity of one agent of a trajectory. */
interface LaneInfo {
  readonly agent: string;
  /** The first agent of the trajectory, if this is another one. */
  readonly parent: string | null;
  readonly mini: boolean;
  readonly model: string | null;
}

/** Puts the messages of one agent into a session. */
class SweAgentLane {
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

/** Text of a message's content; empty for other content. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return textOf(fieldsOf(listOf(content)[0])?.['text']) ?? '';
}

/** Outputs that a request no longer held in full, by the message's position in the request. */
function clearedIn(step: Fields | null): readonly number[] {
  const request = step?.['query'] ?? step?.['messages'];
  return listOf(request).flatMap((value, place) =>
    textIn(fieldsOf(value)?.['content']).startsWith('Old environment output') ? [place] : [],
  );
}

/** Reads one trajectory; each agent in it is a session. */
class SweAgentReader extends CountedReader {
  protected override nothing = 'The trajectory holds no model call.';
  readonly #lanes = new Map<string, SweAgentLane>();
  /** The document without its lists. */
  #document: Fields | null = null;
  /** Per step the outputs that its request left out. */
  readonly #cleared: (readonly number[])[] = [];
  #lastStep: Fields | null = null;
  #messages = 0;

  protected take(value: Json, at: number | string, list?: string): void {
    if (list === 'trajectory[]') this.#step(fieldsOf(value));
    else if (list === 'history[]' && !this.#mini) this.#message(value, at);
    else if (list === 'messages[]' && this.#mini) this.#message(value, at);
    else if (list === undefined) {
      this.#document = fieldsOf(value);
      if (this.#document === null) this.context.receipt.lose('not a trajectory', at);
    }
  }

  /** True for mini-swe-agent, which writes only messages. */
  get #mini(): boolean {
    return !Array.isArray(this.#document?.['trajectory']);
  }

  #step(step: Fields | null): void {
    this.#cleared.push(clearedIn(step));
    this.#lastStep = step;
  }

  #message(value: unknown, at: number | string): void {
    this.#messages++;
    const message = fieldsOf(value);
    const { receipt } = this.context;
    if (message?.['role'] === 'exit') return receipt.drop('not part of a request: exit', at);
    if (message === null || typeof message['role'] !== 'string') {
      return receipt.lose('not a message of a request', at);
    }
    const lane = this.#lane(textOf(message['agent']) ?? 'main');
    const { calls } = lane;
    lane.message(message, at, () => this.#cleared[calls] ?? []);
    this.context.receipt.keep();
  }

  #lane(agent: string): SweAgentLane {
    const known = this.#lanes.get(agent);
    if (known !== undefined) return known;
    const [first] = this.#lanes.keys();
    const config = fieldsOf(fieldsOf(this.#document?.['info'])?.['config']);
    const model = textOf(fieldsOf(config?.['model'])?.['model_name']);
    const parent = first ?? null;
    const lane = new SweAgentLane(this.context, { agent, parent, mini: this.#mini, model });
    this.#lanes.set(agent, lane);
    return lane;
  }

  protected close(): void {
    if (this.#document === null) return;
    // Without a history the newest request and its answer hold everything.
    const last = this.#messages === 0 ? this.#lastStep : null;
    if (last !== null) {
      const content = textOf(last['response']) ?? '';
      const request = listOf(last['query'] ?? last['messages']);
      const history = [...request, { role: 'assistant', content }];
      for (const [i, message] of history.entries()) this.#message(message, `$.history[${i}]`);
    }
    const [main] = this.#lanes.values();
    main?.totals(fieldsOf(fieldsOf(this.#document['info'])?.['model_stats']));
    for (const lane of this.#lanes.values()) this.session(lane.finish());
  }
}

/** Reads SWE-agent's trajectories: texts of every request, tokens only where each call has its own. */
export const sweAgent = defineImporter({
  id: 'swe-agent',
  label: 'SWE-agent, mini-swe-agent',
  source: 'SWE-agent',
  inputs: ['json'],
  lists: ['trajectory[]', 'history[]', 'messages[]'],
  sniff: ({ records }) => {
    const document = fieldsOf(records[0]);
    if (document === null) return false;
    if (Array.isArray(document['trajectory'])) {
      return Array.isArray(document['history']) || 'info' in document;
    }
    if (!Array.isArray(document['messages'])) return false;
    if (textOf(document['trajectory_format'])?.startsWith('mini-swe-agent') === true) return true;
    return fieldsOf(fieldsOf(document['info'])?.['model_stats']) !== null;
  },
  start: (context) => new SweAgentReader(context),
});
