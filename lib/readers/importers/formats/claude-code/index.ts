/**
 * Claude Code session logs, `~/.claude/projects/<folder>/<session>.jsonl` and the sub-agents'
 * files beside them. The format has no public reference; seen: v1.0.17 to v2.1.218.
 */
import type { Entry, Json, Part } from '@/lib/engine/session/schema';
import type { ReadTrace } from './assemble';
import { attachedFile, attachmentParts } from './attachments';
import { ToolCalls } from './calls';
import {
  asksForCompaction,
  Compactions,
  readBoundary,
  readElision,
  readFailedCommand,
} from './compactions';
import { EntryWriter, type LinePlace, Placer } from './entries';
import { isSpine, LogGraph, nodeKind } from './graph';
import { Lanes, Titles } from './lanes';
import { MessageJoiner, type CallStep } from './messages';
import { SessionSplitter } from './sessions';
import { topologyOf } from './topology';
import { touchedFile } from './touched-files';
import { CountedReader, defineImporter, type ImportContext, type TraceHead } from '../../importer';
import { IdTable } from '../../mechanisms/id-table';
import { fieldsOf, isoOf, textOf, timeOf, type Fields } from '../../mechanisms/loose-json';
import { ContentReader } from '../../mechanisms/messages/anthropic-contents';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';
import { usageFlagText } from '../../mechanisms/session-facts';

/** Name of a type on a receipt. */
const named = (type: unknown): string => (textOf(type) ?? 'unknown').slice(0, 60);

/** Reads the lines of one Claude Code log; keeps links and integers, never text. */
export class ClaudeCodeReader extends CountedReader {
  readonly #graph = new LogGraph();
  readonly #lanes = new Lanes();
  readonly #places = new Placer(this.#graph, this.#lanes);
  readonly #calls = new ToolCalls();
  readonly #steps: CallStep[] = [];
  readonly #messageIds = new IdTable();
  readonly #compactions = new Compactions();
  /** Lanes whose newest message of the user is a `/compact`. */
  readonly #asked = new Set<number>();
  readonly #messages: MessageJoiner;
  readonly #entries: EntryWriter;
  readonly #titles = new Titles();

  constructor(context: ImportContext) {
    super(context);
    this.#entries = new EntryWriter(context.store, this.#graph, this.#calls, this.#lanes);
    this.#messages = new MessageJoiner(
      context.store,
      this.#graph,
      this.#steps,
      (lane, flag, line) =>
        this.#places.lane(lane).notices.notice(`usage-${flag}`, usageFlagText[flag], line),
    );
  }

  protected take(value: Json, at: number | string): void {
    const line = fieldsOf(value);
    if (line) this.#line(line, typeof at === 'number' ? at : this.records);
    else this.context.receipt.lose('not an object', at);
  }

  protected *close(): Generator<void, void, void> {
    this.#entries.flush();
    this.#messages.closeAll();
    yield;
    this.#graph.resolve();
    yield;
    const topology = topologyOf(this.#graph, this.#lanes.all.length);
    for (const cut of topology.cycles) {
      this.#places
        .lane(0)
        .notices.notice('parent-cycle', 'A line is its own ancestor; its link was cut.', cut);
    }
    const trace: ReadTrace = {
      store: this.context.store,
      graph: this.#graph,
      topology,
      steps: this.#steps,
      compactions: this.#compactions,
      late: this.#messages.late,
    };
    yield;
    yield* this.#handOver(trace);
  }

  *#handOver(trace: ReadTrace): Generator<void, void, void> {
    const splitter = new SessionSplitter(trace, this.#lanes.all, {
      file: this.context.file,
      title: this.#titles.of(this.#graph),
    });
    for (const draft of splitter.sessions()) {
      this.session(draft);
      yield;
    }
    this.#countNodes(splitter.used);
    if (splitter.leftOut > 0) {
      this.context.receipt.remark(`${splitter.leftOut} abandoned branches were left out.`);
    }
  }

  /** Counts the nodes; lines kept only for their links were counted when read. */
  #countNodes(used: Uint8Array): void {
    const { receipt } = this.context;
    for (let node = 0; node < used.length; node++) {
      if (this.#graph.kind.at(node) === nodeKind.link) continue;
      if (used[node] === 1) receipt.keep();
      else receipt.drop('abandoned before a model call', this.#graph.line.at(node));
    }
  }

  #line(line: Fields, at: number): void {
    if (this.#graph.knows(textOf(line['uuid']))) {
      return this.context.receipt.merge('repeated line', at);
    }
    const place = this.#places.of(line, at);
    if (line['type'] === 'progress') this.#progress(line, place);
    else if (line['type'] === 'system') this.#system(line, place);
    else if (!this.#message(line, place)) this.#aside(line, place);
  }

  /** Takes a line that holds a message or an attachment; false for any other. */
  #message(line: Fields, place: LinePlace): boolean {
    switch (line['type']) {
      case 'assistant':
        this.#assistant(line, place);
        return true;
      case 'user':
        this.#user(line, place);
        return true;
      case 'attachment':
        this.#attachment(line, place);
        return true;
      default:
        return false;
    }
  }

  /** Drops a line outside every request, but keeps its links. */
  #drop(reason: string, place: LinePlace): void {
    this.context.receipt.drop(reason, place.at);
    this.#places.link(place);
  }

  #aside(line: Fields, place: LinePlace): void {
    this.#titles.read(line);
    this.#drop(`not part of a request: ${named(line['type'])}`, place);
  }

  #system(line: Fields, place: LinePlace): void {
    const subtype = named(line['subtype']);
    if (subtype === 'compact_boundary') {
      const boundary = readBoundary(line, this.#graph);
      this.#compactions.boundaries.set(this.#places.add(nodeKind.boundary, place), boundary);
    } else if (subtype === 'microcompact_boundary') {
      const boundary = readElision(line, this.#graph, this.#calls);
      this.#compactions.boundaries.set(this.#places.add(nodeKind.elision, place), boundary);
    } else if (subtype === 'status' && line['compact_result'] === 'failed') {
      // Only the stream says it; the log keeps no line of it.
      const failed = { reason: textOf(line['compact_error']), time: place.time };
      this.#compactions.failed.set(this.#places.add(nodeKind.failed, place), failed);
    } else this.#drop(`not part of a request: system ${subtype}`, place);
  }

  /** Reads a progress line of the main log, which may wrap a sub-agent's message. */
  #progress(line: Fields, place: LinePlace): void {
    const data = fieldsOf(line['data']);
    const inner = fieldsOf(data?.['message']);
    const agentId = textOf(data?.['agentId']);
    const type = named(data?.['type']);
    if (type !== 'agent_progress' || !inner || agentId === null) {
      return this.#drop(`not part of a request: progress ${type}`, place);
    }
    const uuid = textOf(inner['uuid']);
    this.#places.link(place);
    if (uuid !== place.uuid && this.#graph.knows(uuid)) {
      return this.context.receipt.merge('repeated line', place.at);
    }
    const lane = this.#lanes.agent(agentId);
    this.#places.describe(line, lane);
    const time = timeOf(inner) ?? place.time;
    if (!this.#message(inner, { lane, uuid, parentId: null, at: place.at, time })) {
      this.context.receipt.drop('not part of a request: progress', place.at);
    }
  }

  #assistant(line: Fields, place: LinePlace): void {
    const message = fieldsOf(line['message']);
    if (!message) this.#drop('message without content', place);
    else if (line['isApiErrorMessage'] === true) this.#apiError(message, place);
    else if (message['model'] === '<synthetic>') this.#note(message, place, 'model', 'synthetic');
    else this.#modelLine(line, message, place);
  }

  /** Takes a refused call as a step; other failed calls are not steps. */
  #apiError(message: Fields, place: LinePlace): void {
    const { parts } = new ContentReader().read(message['content']);
    const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join(' ');
    const rejection = readRefusal(text);
    if (rejection === null) return this.#drop('not part of a request: failed call', place);
    const node = this.#places.add(nodeKind.rejection, place);
    const time = isoOf(place.time);
    const steps = this.#steps.push({ ...rejection, usageRef: -1, model: null, time });
    this.#graph.extra.set(node, steps - 1);
  }

  #modelLine(line: Fields, message: Fields, place: LinePlace): void {
    const content = this.#entries.read(message['content'], place);
    if (content.parts.length === 0 && !fieldsOf(message['usage'])) {
      return this.#drop('message without content', place);
    }
    const id = textOf(message['id']) ?? textOf(line['requestId']) ?? place.uuid ?? `@${place.at}`;
    const key = `${place.lane} ${id}`;
    let node = this.#messageIds.get(key);
    if (node < 0) {
      node = this.#places.add(nodeKind.message, place);
      this.#messageIds.set(key, node);
      const { lane, at, time } = place;
      const copied = fieldsOf(line['forkedFrom']) !== null;
      this.#messages.begin({ node, lane, line: at, time, model: textOf(message['model']), copied });
    } else {
      this.context.receipt.merge('further line of the same message', place.at);
      this.#graph.name(place.uuid, node);
    }
    this.#entries.called(node, content.called);
    this.#messages.add(node, content.parts, message, place.at);
  }

  #user(line: Fields, place: LinePlace): void {
    const message = fieldsOf(line['message']);
    if (!message) return this.#drop('message without content', place);
    if (line['isCompactSummary'] === true) {
      const { parts } = this.#entries.read(message['content'], place);
      this.#compactions.summaries.set(this.#places.add(nodeKind.summary, place), parts);
      return;
    }
    const content = this.#entries.read(message['content'], place);
    if (content.answered.length > 0) {
      this.#entries.result(this.#places.add(nodeKind.result, place), message['content'], content, {
        place,
        file: touchedFile(line['toolUseResult']),
      });
    } else if (content.parts.length === 0) this.#drop('message without content', place);
    else this.#prompt(line, content.parts, place);
  }

  #prompt(line: Fields, parts: readonly Part[], place: LinePlace): void {
    const [first] = parts;
    const text = first?.kind === 'text' ? first.text : '';
    const meta = line['isMeta'] === true;
    const label = meta ? 'meta' : undefined;
    const kind =
      meta || text.startsWith('[Request interrupted by user') ? nodeKind.note : nodeKind.prompt;
    const node = this.#places.add(kind, place);
    this.#entries.store(node, 'user', parts, place, label === undefined ? {} : { label });
    const asked = this.#asked.has(place.lane);
    const failed = readFailedCommand(text, place.time, asked);
    if (asksForCompaction(text)) this.#asked.add(place.lane);
    else if (!meta) this.#asked.delete(place.lane);
    if (failed !== null) this.#compactions.failed.set(node, failed);
    if (isSpine(kind)) this.#places.lane(place.lane).suggestName(text);
  }

  #attachment(line: Fields, place: LinePlace): void {
    const attachment = fieldsOf(line['attachment']);
    const type = named(attachment?.['type']);
    const parts = attachment ? attachmentParts(attachment) : null;
    if (parts === null) return this.#drop(`not part of a request: attachment ${type}`, place);
    this.#entries.store(this.#places.add(nodeKind.note, place), 'user', parts, place, {
      label: `attachment: ${type}`,
      file: attachedFile(attachment),
    });
  }

  /** Stores a message that made no call. */
  #note(message: Fields, place: LinePlace, role: Entry['role'], label: string): void {
    const { parts } = this.#entries.read(message['content'], place);
    this.#entries.store(this.#places.add(nodeKind.note, place), role, parts, place, { label });
  }
}

/** Types that only Claude Code writes, each with a field it always has. */
const MARKS: Readonly<Record<string, string>> = {
  summary: 'leafUuid',
  'file-history-snapshot': 'snapshot',
  'file-history-delta': 'snapshotMessageId',
  'queue-operation': 'operation',
  'last-prompt': 'lastPrompt',
  'ai-title': 'aiTitle',
  'custom-title': 'customTitle',
  'agent-name': 'agentName',
  'permission-mode': 'permissionMode',
  'bridge-session': 'bridgeSessionId',
  'pr-link': 'prUrl',
  mode: 'mode',
};

function isClaudeLine(record: Json): boolean {
  const line = fieldsOf(record);
  const type = line?.['type'];
  if (!line || typeof type !== 'string') return false;
  if (isLinked(line)) return true;
  const mark = Object.hasOwn(MARKS, type) ? MARKS[type] : undefined;
  return mark !== undefined && Object.hasOwn(line, mark);
}

/** True for a message with links and the session or the side it belongs to. */
const isLinked = (line: Fields): boolean =>
  Object.hasOwn(line, 'parentUuid') &&
  (typeof line['sessionId'] === 'string' || typeof line['isSidechain'] === 'boolean');

/** True for a linked line of Qwen Code: around Gemini's content, or with a payload. */
function isQwenLine(record: Json): boolean {
  const line = fieldsOf(record);
  if (line === null || !Object.hasOwn(line, 'parentUuid')) return false;
  return 'parts' in (fieldsOf(line['message']) ?? {}) || Object.hasOwn(line, 'systemPayload');
}

/** Reads Claude Code's JSONL: main log, abandoned branches and sub-agents as linked sessions. */
export const claudeCode = defineImporter({
  id: 'claude-code',
  label: 'Claude Code',
  inputs: ['jsonl'],
  sniff: ({ records }: TraceHead) => records.some(isClaudeLine) && !records.some(isQwenLine),
  start: (context) => new ClaudeCodeReader(context),
});
