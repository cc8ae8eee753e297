import { textParts } from '../../mechanisms/messages/parts';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { RecordedCompaction } from '@/lib/engine/session/schema';
import type { ImportContext } from '../../importer';
import { countOf, fieldsOf, textOf, timeOf, type Fields } from '../../mechanisms/loose-json';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';
import { shorten } from '../../mechanisms/session-facts';
import { CopilotLane, type EventPlace } from './lane';

const AGENT = 'GitHub Copilot CLI';
const MAIN = 'main';

/** One session: the events of its agents, and facts about all of them. */
export class CopilotSession {
  readonly #lanes = new Map<string, CopilotLane>();
  /** Names of the sub-agents by their lanes. */
  readonly #names = new Map<string, string>();
  readonly #known = new Set<string>();
  #model: string | null = null;
  #version: string | null = null;
  #title: string | null = null;
  #limit: number | null = null;
  /** The kind of event that holds the counts of calls. */
  #counts: string | null = null;
  /** What the begin of a compaction said of it, until it ends. */
  readonly #begun = new Map<CopilotLane, Fields>();
  /** The totals of each run of the agent, and the place of the newest. */
  readonly #totals: string[] = [];
  #totalsAt: number | string = 0;

  constructor(private readonly context: ImportContext) {}

  /** Takes the next event and counts it on the receipt. */
  event(event: Fields, at: number | string): void {
    const { receipt } = this.context;
    const id = textOf(event['id']);
    if (id !== null && this.#known.has(id)) return receipt.merge('repeated event', at);
    if (id !== null) this.#known.add(id);
    const data = fieldsOf(event['data']) ?? {};
    const type = (textOf(event['type']) ?? 'unknown').slice(0, 60);
    const place: EventPlace = { at, time: timeOf(event) };
    const lane = this.#laneOf(event, data);
    switch (type) {
      case 'system.message':
        return this.#text(data, place, (text) => lane.system(text, place));
      case 'user.message':
        return this.#text(data, place, (text) => lane.user(text, place, sourceOf(data)));
      case 'assistant.message':
        return lane.answer(data, place);
      case 'tool.execution_start':
        lane.tool(textOf(data['toolCallId']) ?? '', textOf(data['toolName']) ?? 'unknown');
        return receipt.merge('begin of a call that the answer holds', at);
      case 'tool.execution_complete':
        return lane.result(data, place);
      case 'assistant.usage':
      case 'session.usage_record':
        // A version writes one of them; of a stream that holds both the first kind counts.
        this.#counts ??= type;
        if (this.#counts === type) lane.usage(fieldsOf(data['usage']) ?? data, at);
        return receipt.merge('count of a call', at);
      case 'assistant.turn_start':
      case 'assistant.turn_end':
        lane.turnEnds();
        return receipt.merge('begin or end of a turn', at);
      default:
        return this.#about(type, data, place, lane);
    }
  }

  /** Takes an event about the session. */
  #about(type: string, data: Fields, place: EventPlace, lane: CopilotLane): void {
    const { receipt } = this.context;
    switch (type) {
      case 'session.start':
      case 'session.resume':
      case 'session.model_change':
      case 'session.title_changed':
      case 'session.usage_info':
      case 'subagent.started':
        this.#facts(data);
        this.#limitIn(data, lane);
        return receipt.merge('facts about the session', place.at);
      case 'session.compaction_start':
        lane.compactionBegins();
        this.#begun.set(lane, data);
        this.#limitIn(data, lane);
        return receipt.merge('begin of a compaction', place.at);
      case 'session.compaction_complete':
        return this.#compacted(data, place, lane);
      case 'session.truncation':
        return this.#truncated(data, place, lane);
      case 'session.error':
        return this.#failed(data, place, lane);
      case 'session.shutdown':
        this.#total(data, place);
        return receipt.merge('totals of the session', place.at);
      default:
        return receipt.drop(`not part of a request: ${type}`, place.at);
    }
  }

  #facts(data: Fields): void {
    this.#version = textOf(data['copilotVersion']) ?? this.#version;
    this.#title = shorten(textOf(data['title']) ?? '') ?? this.#title;
    const agent = textOf(data['agentDisplayName']) ?? textOf(data['agentName']);
    const call = textOf(data['toolCallId']);
    if (agent !== null) {
      if (call !== null) this.#names.set(call, agent);
      return;
    }
    const model = textOf(data['newModel']) ?? textOf(data['selectedModel']);
    this.#model = model ?? this.#model;
    const main = this.#lanes.get(MAIN);
    if (main !== undefined) main.model = this.#model;
  }

  /** Takes the window of the main agent: sub-agents may have another model. */
  #limitIn(data: Fields, lane: CopilotLane): void {
    if (lane === this.#lanes.get(MAIN)) this.#limit = countOf(data['tokenLimit']) ?? this.#limit;
  }

  /** Lane of an event: a sub-agent's names the agent, or (older) the call that began it. */
  #laneOf(event: Fields, data: Fields): CopilotLane {
    const key = textOf(event['agentId']) ?? textOf(data['parentToolCallId']) ?? MAIN;
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      lane = new CopilotLane(this.context);
      lane.model = this.#model;
      this.#lanes.set(key, lane);
    }
    return lane;
  }

  #text(data: Fields, { at }: EventPlace, take: (text: string) => void): void {
    const text = textOf(data['transformedContent']) ?? textOf(data['content']);
    if (text === null) this.context.receipt.drop('message without content', at);
    else take(text);
  }

  #compacted(data: Fields, { time }: EventPlace, lane: CopilotLane): void {
    const { receipt } = this.context;
    const begun = this.#begun.get(lane) ?? {};
    this.#begun.delete(lane);
    receipt.keep();
    const facts = {
      trigger: triggerOf(data, begun),
      preTokens: countOf(data['preCompactionTokens']) ?? countOf(begun['currentTokens']),
      time,
    };
    if (data['success'] === false) {
      const reason = textOf(data['error']) ?? textOf(fieldsOf(data['error'])?.['message']);
      return lane.compactionFailed({ ...facts, reason });
    }
    lane.compacted({
      ...facts,
      kind: 'summary',
      summary: textParts(data['summaryContent']),
      postTokens: countOf(data['postCompactionTokens']),
    });
  }

  /** Messages left out of the requests: the record counts them, but does not name them. */
  #truncated(data: Fields, { at }: EventPlace, lane: CopilotLane): void {
    this.#limitIn(data, lane);
    const removed = countOf(data['messagesRemovedDuringTruncation']) ?? 0;
    if (removed > 0) {
      lane.notice(
        'truncated',
        'Messages were left out of the requests to fit the window; the recording counts them but does not name them.',
        at,
      );
    }
    this.context.receipt.merge('messages left out of the requests', at);
  }

  #failed(data: Fields, place: EventPlace, lane: CopilotLane): void {
    const { receipt } = this.context;
    const refusal = readRefusal(textOf(data['message']) ?? '');
    if (refusal === null) return receipt.drop('not part of a request: session.error', place.at);
    lane.rejected(refusal, place);
    receipt.keep();
  }

  /** Sums of the whole session: never the size of one request. */
  #total(data: Fields, { at }: EventPlace): void {
    let [calls, input, output] = [0, 0, 0];
    for (const metrics of Object.values(fieldsOf(data['modelMetrics']) ?? {})) {
      const usage = fieldsOf(fieldsOf(metrics)?.['usage']);
      calls += countOf(fieldsOf(fieldsOf(metrics)?.['requests'])?.['count']) ?? 0;
      input += countOf(usage?.['inputTokens']) ?? 0;
      output += countOf(usage?.['outputTokens']) ?? 0;
    }
    if (input === 0) return;
    this.#totals.push(`${input} tokens read and ${output} written in ${calls} calls`);
    this.#totalsAt = at;
  }

  #noticeTotals(lane: CopilotLane): void {
    lane.turnEnds();
    if (this.#totals.length === 0 || !lane.uncounted) return;
    const text = `Only totals are recorded: ${this.#totals.join('; then ')}.`;
    lane.notice('usage-totals', text, this.#totalsAt);
  }

  /** The sessions of the agents; counts their records. */
  *sessions(id: string): Generator<SessionDraft, void, void> {
    const { file } = this.context;
    for (const [key, lane] of this.#lanes) {
      const isMain = key === MAIN;
      if (isMain) this.#noticeTotals(lane);
      const own = isMain
        ? (this.#title ?? lane.firstText)
        : (this.#names.get(key) ?? lane.firstText);
      const info = {
        name: own ?? AGENT,
        source: {
          format: 'copilot-cli',
          file,
          agent: AGENT,
          agentVersion: this.#version,
          sessionId: id,
          lane: key,
          parent: isMain ? null : ({ sessionId: id, lane: MAIN, relation: 'subagent' } as const),
        },
      };
      yield* lane.sessions(info, isMain ? this.#limit : null);
    }
  }
}

/** A label for texts that the user did not write. */
function sourceOf(data: Fields): string | null {
  const source = textOf(data['source']);
  return source === null || source === 'user' ? null : shorten(source);
}

/** The trigger, which the begin of the compaction may name alone. */
function triggerOf(data: Fields, begun: Fields): RecordedCompaction['trigger'] {
  const trigger = textOf(data['trigger']) ?? textOf(begun['trigger']);
  if (trigger === 'manual' || textOf(data['customInstructions']) !== null) return 'manual';
  return trigger === null ? 'unknown' : 'auto';
}
