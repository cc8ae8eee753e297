import { err, ok, type Result } from '@/lib/base/result';
import type { Entry, Json, Part } from '@/lib/session/schema';
import type { UsageFlag } from '@/lib/tokens/normalize-usage';
import type { ImportContext, ImportError, TraceReader } from '../importer';
import { fieldsOf, millisecondsOf, textOf, type Fields } from '../loose-json';
import type { ReadTrace } from './assemble';
import { attachmentParts } from './attachments';
import { ToolCalls } from './calls';
import { Compactions, readBoundary, readElision } from './compactions';
import { ContentReader } from './contents';
import { isSpine, LogGraph, nodeKind } from './graph';
import { IdTable } from './id-table';
import { Lanes, shorten, type Lane } from './lanes';
import { MessageJoiner } from './messages';
import { parseRejection } from './rejection';
import { SessionSplitter } from './sessions';
import { StepTable } from './steps';
import { topologyOf } from './topology';

/** Where a line stands: its lane, its links and its line number. */
interface Place {
  readonly lane: number;
  readonly uuid: string | null;
  readonly parentId: string | null;
  readonly at: number;
  readonly time: string | null;
}

/** A result read before its call; waits for the tool's name. */
interface HeldResult {
  readonly node: number;
  readonly call: string;
  readonly content: unknown;
  readonly place: Place;
}

/** Results that wait at once; the call stands a few lines below. */
const MOST_HELD = 32;

/** Summaries of other sessions that are remembered in case they are of this one. */
const MOST_TITLES = 100;

const flagMessages: Readonly<Record<UsageFlag, string>> = {
  contradictory: 'The usage record contradicts itself.',
  relabelled: 'The usage record names cached tokens apart although its fields should hold them.',
  absurd: 'The usage record holds a negative, fractional or impossibly large number; ignored.',
};

const isInterruption = (text: string): boolean => text.startsWith('[Request interrupted by user');

/** Reads the lines of one Claude Code log; keeps links and integers, never text. */
export class ClaudeCodeReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #graph = new LogGraph();
  readonly #lanes = new Lanes();
  readonly #calls = new ToolCalls();
  readonly #steps = new StepTable();
  readonly #messageIds = new IdTable();
  readonly #compactions = new Compactions();
  readonly #messages: MessageJoiner;
  readonly #held: HeldResult[] = [];
  readonly #titles: { readonly leaf: string; readonly title: string }[] = [];
  #aiTitle: string | null = null;
  #records = 0;

  constructor(context: ImportContext) {
    this.#context = context;
    this.#messages = new MessageJoiner(
      context.store,
      this.#graph,
      this.#steps,
      (lane, flag, line) => this.#lane(lane).notice(`usage-${flag}`, flagMessages[flag], line),
    );
  }

  record(value: Json, at: number | string): void {
    this.#records++;
    const line = fieldsOf(value);
    const number = typeof at === 'number' ? at : this.#records;
    if (line) this.#line(line, number);
    else this.#context.receipt.drop('not an object', at);
  }

  end(): Result<void, ImportError> {
    if (this.#records === 0) return err({ code: 'empty', message: 'The file holds no record.' });
    for (const held of this.#held.splice(0)) this.#storeResult(held);
    this.#messages.closeAll();
    this.#graph.resolve();
    const topology = topologyOf(this.#graph, this.#lanes.all.length);
    for (const cut of topology.cycles) {
      this.#lane(0).notice('parent-cycle', 'A line is its own ancestor; its link was cut.', cut);
    }
    const trace: ReadTrace = {
      store: this.#context.store,
      graph: this.#graph,
      topology,
      steps: this.#steps,
      compactions: this.#compactions,
      late: this.#messages.late,
    };
    return this.#handOver(trace);
  }

  #handOver(trace: ReadTrace): Result<void, ImportError> {
    const splitter = new SessionSplitter(trace, this.#lanes.all, {
      file: this.#context.file,
      title: this.#title(),
    });
    let sessions = 0;
    for (const draft of splitter.sessions()) {
      sessions++;
      this.#context.session(draft);
    }
    this.#countNodes(splitter.used);
    if (splitter.leftOut > 0) {
      this.#context.receipt.remark(`${splitter.leftOut} abandoned branches were left out.`);
    }
    if (sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: 'The file holds no model call.' });
  }

  /** Lines that were kept for their links alone were counted when they were read. */
  #countNodes(used: Uint8Array): void {
    const { receipt } = this.#context;
    for (let node = 0; node < used.length; node++) {
      if (this.#graph.kind.at(node) === nodeKind.link) continue;
      if (used[node] === 1) receipt.keep();
      else receipt.drop('abandoned before a model call', this.#graph.line.at(node));
    }
  }

  #title(): string | null {
    const own = this.#titles.find(({ leaf }) => this.#graph.knows(leaf));
    return this.#aiTitle ?? own?.title ?? null;
  }

  #lane(number: number): Lane {
    return this.#lanes.all[number] as Lane;
  }

  #line(line: Fields, at: number): void {
    const uuid = textOf(line['uuid']);
    if (this.#graph.knows(uuid)) {
      this.#context.receipt.merge('repeated line', at);
      return;
    }
    const parentId = textOf(line['parentUuid']) ?? textOf(line['logicalParentUuid']);
    const parent = this.#graph.node(parentId);
    const lane = this.#lanes.of(line, parent < 0 ? -1 : this.#graph.lane.at(parent));
    const place: Place = { lane, uuid, parentId, at, time: timeOf(line) };
    this.#describe(line, lane);
    if (line['type'] === 'progress') this.#progress(line, place);
    else if (line['type'] === 'system') this.#system(line, place);
    else if (!this.#message(line, place)) this.#aside(line, place);
  }

  /** What a lane is called by. */
  #describe(line: Fields, lane: number): void {
    const known = this.#lane(lane);
    known.sessionId = textOf(line['sessionId']) ?? known.sessionId;
    known.version = textOf(line['version']) ?? known.version;
  }

  /** Takes a line that holds a message or an attachment; false for any other. */
  #message(line: Fields, place: Place): boolean {
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

  /** A line outside every request: only its links matter. */
  #drop(reason: string, place: Place): void {
    this.#context.receipt.drop(reason, place.at);
    this.#link(place);
  }

  /** Makes the line stand for its parent; a node of its own where that comes later. */
  #link({ lane, uuid, parentId, at }: Place): void {
    if (uuid === null) return;
    const { last } = this.#lane(lane);
    if (parentId === null) this.#graph.name(uuid, last);
    else if (this.#graph.knows(parentId)) this.#graph.name(uuid, this.#graph.node(parentId));
    else this.#graph.name(uuid, this.#graph.add(nodeKind.link, lane, at, parentId, last));
  }

  #add(kind: number, place: Place): number {
    const lane = this.#lane(place.lane);
    const node = this.#graph.add(kind, place.lane, place.at, place.parentId, lane.last);
    this.#graph.name(place.uuid, node);
    lane.last = node;
    return node;
  }

  #aside(line: Fields, place: Place): void {
    const type = textOf(line['type']) ?? 'unknown';
    const title = type === 'summary' ? textOf(line['summary']) : textOf(line['aiTitle']);
    const leaf = textOf(line['leafUuid']);
    if (type === 'ai-title') this.#aiTitle = shorten(title ?? '') ?? this.#aiTitle;
    else if (title !== null && leaf !== null && this.#titles.length < MOST_TITLES) {
      this.#titles.push({ leaf, title: shorten(title) ?? title.slice(0, 80) });
    }
    this.#drop(`not part of a request: ${type.slice(0, 60)}`, place);
  }

  #system(line: Fields, place: Place): void {
    const subtype = textOf(line['subtype']) ?? 'unknown';
    if (subtype === 'compact_boundary') {
      const boundary = readBoundary(line, this.#graph);
      this.#compactions.boundaries.set(this.#add(nodeKind.boundary, place), boundary);
    } else if (subtype === 'microcompact_boundary') {
      const boundary = readElision(line, this.#graph, this.#calls);
      this.#compactions.boundaries.set(this.#add(nodeKind.elision, place), boundary);
    } else this.#drop(`not part of a request: system ${subtype.slice(0, 60)}`, place);
  }

  /** A sub-agent's message may be wrapped in a progress line of the main log. */
  #progress(line: Fields, place: Place): void {
    const data = fieldsOf(line['data']);
    const inner = fieldsOf(data?.['message']);
    const agentId = textOf(data?.['agentId']);
    const type = textOf(data?.['type']) ?? 'unknown';
    if (type !== 'agent_progress' || !inner || agentId === null) {
      this.#drop(`not part of a request: progress ${type.slice(0, 60)}`, place);
      return;
    }
    const uuid = textOf(inner['uuid']);
    this.#link(place);
    if (uuid !== place.uuid && this.#graph.knows(uuid)) {
      this.#context.receipt.merge('repeated line', place.at);
      return;
    }
    const lane = this.#lanes.agent(agentId);
    this.#describe(line, lane);
    const time = timeOf(inner) ?? place.time;
    if (!this.#message(inner, { lane, uuid, parentId: null, at: place.at, time })) {
      this.#context.receipt.drop('not part of a request: progress', place.at);
    }
  }

  #assistant(line: Fields, place: Place): void {
    const message = fieldsOf(line['message']);
    if (!message) this.#drop('message without content', place);
    else if (line['isApiErrorMessage'] === true) this.#apiError(message, place);
    else if (message['model'] === '<synthetic>') this.#note(message, place, 'model', 'synthetic');
    else this.#modelLine(line, message, place);
  }

  /** A refused call is a step; any other failed call is none. */
  #apiError(message: Fields, place: Place): void {
    const { parts } = new ContentReader().read(message['content']);
    const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join(' ');
    const rejection = parseRejection(text);
    if (rejection === null) {
      this.#drop('not part of a request: failed call', place);
      return;
    }
    const node = this.#add(nodeKind.rejection, place);
    const time = millisecondsOf(place.time);
    const row = this.#steps.add({ ...rejection, usage: -1, model: null, time });
    this.#graph.extra.set(node, row);
  }

  #modelLine(line: Fields, message: Fields, place: Place): void {
    const id = textOf(message['id']) ?? textOf(line['requestId']) ?? place.uuid ?? `@${place.at}`;
    const key = `${place.lane} ${id}`;
    let node = this.#messageIds.get(key);
    if (node < 0) {
      node = this.#add(nodeKind.message, place);
      this.#messageIds.set(key, node);
      const { lane, at, time } = place;
      this.#messages.begin({ node, lane, line: at, time, model: textOf(message['model']) });
    } else {
      this.#context.receipt.merge('further line of the same message', place.at);
      this.#graph.name(place.uuid, node);
    }
    const content = this.#read(message['content'], place);
    for (const [call, name] of content.called) this.#calls.made(call, name, node);
    if (content.called.length > 0 && this.#held.length > 0) this.#releaseHeld();
    this.#messages.add(node, content.parts, message['usage'], place.at);
  }

  #user(line: Fields, place: Place): void {
    const message = fieldsOf(line['message']);
    if (!message) {
      this.#drop('message without content', place);
      return;
    }
    if (line['isCompactSummary'] === true) {
      const { parts } = this.#read(message['content'], place);
      this.#compactions.summaries.set(this.#add(nodeKind.summary, place), parts);
      return;
    }
    const content = this.#read(message['content'], place);
    const [call] = content.answered;
    if (call !== undefined) this.#result(message['content'], content, call, place);
    else if (content.parts.length === 0) this.#drop('message without content', place);
    else this.#prompt(line, content.parts, place);
  }

  #prompt(line: Fields, parts: readonly Part[], place: Place): void {
    const [first] = parts;
    const text = first?.kind === 'text' ? first.text : '';
    const meta = line['isMeta'] === true;
    const label = meta ? 'meta' : undefined;
    const kind = meta || isInterruption(text) ? nodeKind.note : nodeKind.prompt;
    const node = this.#add(kind, place);
    this.#store(node, 'user', parts, place, label);
    if (isSpine(kind)) this.#lane(place.lane).suggestName(text);
  }

  #result(content: unknown, read: ContentReader, call: string, place: Place): void {
    const node = this.#add(nodeKind.result, place);
    for (const id of read.answered) this.#calls.answered(id, node);
    const held = { node, call, content, place };
    if (this.#calls.name(call) !== null) {
      this.#graph.extra.set(node, this.#calls.caller(call));
      this.#store(node, 'user', read.parts, place);
      return;
    }
    this.#held.push(held);
    const oldest = this.#held.length > MOST_HELD ? this.#held.shift() : undefined;
    if (oldest) this.#storeResult(oldest);
  }

  /** Stores the results whose calls have been read now. */
  #releaseHeld(): void {
    for (const held of this.#held.splice(0)) {
      if (this.#calls.name(held.call) === null) this.#held.push(held);
      else this.#storeResult(held);
    }
  }

  #storeResult({ node, call, content, place }: HeldResult): void {
    const { parts } = new ContentReader(this.#calls.name).read(content);
    this.#graph.extra.set(node, this.#calls.caller(call));
    this.#store(node, 'user', parts, place);
  }

  #attachment(line: Fields, place: Place): void {
    const attachment = fieldsOf(line['attachment']);
    const type = (textOf(attachment?.['type']) ?? 'unknown').slice(0, 60);
    const parts = attachment ? attachmentParts(attachment) : null;
    if (parts === null) {
      this.#drop(`not part of a request: attachment ${type}`, place);
      return;
    }
    this.#store(this.#add(nodeKind.note, place), 'user', parts, place, `attachment: ${type}`);
  }

  /** A message that stands in the log without a call of its own. */
  #note(message: Fields, place: Place, role: Entry['role'], label: string): void {
    const { parts } = this.#read(message['content'], place);
    this.#store(this.#add(nodeKind.note, place), role, parts, place, label);
  }

  #store(
    node: number,
    role: Entry['role'],
    parts: readonly Part[],
    { at, time }: Place,
    label?: string,
  ): void {
    if (parts.length === 0) return;
    const entry: Entry = {
      role,
      parts,
      origin: at,
      ...(time === null ? {} : { time }),
      ...(label === undefined ? {} : { label }),
    };
    this.#graph.ref.set(node, this.#context.store.entry(entry));
  }

  #read(content: unknown, { lane, at }: Place): ContentReader {
    const read = new ContentReader(this.#calls.name).read(content);
    if (read.refused > 0) {
      this.#lane(lane).notice('too-deep', 'A part nests more than 200 levels; left out.', at);
    }
    return read;
  }
}

/** The recorded time, where it is one. */
function timeOf(line: Fields): string | null {
  const text = textOf(line['timestamp']);
  return text !== null && !Number.isNaN(Date.parse(text)) ? text : null;
}
