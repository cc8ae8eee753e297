/**
 * pi coding agent sessions, `~/.pi/agent/sessions/<folder>/<time>_<id>.jsonl`; versions 1 to 3.
 * https://github.com/earendil-works/pi/blob/main/packages/coding-agent/docs/session-format.md
 */
import { GrowableInts } from '@/lib/engine/base/growable';
import type { StepInput } from '@/lib/engine/session/builder';
import { NoticeList } from '@/lib/engine/session/notice-list';
import type {
  AskedOptions,
  Entry,
  FailedCompaction,
  Json,
  Part,
  Prefix,
} from '@/lib/engine/session/schema';
import type { ReadPi } from './assemble';
import {
  readPiCompaction,
  readPiFailure,
  piPromptLength,
  readPiPrompt,
  type PiCompaction,
  type PiEdit,
  bashText,
  readPiContent,
  readPiResult,
  readPiTools,
  type PiContent,
  readPiStep,
} from './contents';
import { PiHeader } from './header';
import { PiSessions } from './sessions';
import { piNode, PiTree } from './tree';
import { CountedReader, defineImporter } from '../../importer';
import { entryOf, shorten } from '../../mechanisms/session-facts';
import {
  fieldsOf,
  isoOf,
  millisecondsOf,
  numberOf,
  textOf,
  type Fields,
} from '../../mechanisms/loose-json';
import { asked } from '../../mechanisms/exchange/asked';

/** Place of a line. */
interface LinePlace {
  readonly at: number;
  readonly id: string | null;
  readonly parentId: string | null | undefined;
  readonly time: string | null;
}

/** Reads the lines of one pi session; keeps links and integers, never text. */
class PiReader extends CountedReader {
  readonly #header = new PiHeader();
  readonly #tree = new PiTree();
  readonly #steps = new Map<number, StepInput>();
  readonly #compactions = new Map<number, PiCompaction>();
  readonly #failed = new Map<number, Partial<FailedCompaction>>();
  readonly #edits = new Map<number, PiEdit>();
  readonly #levels = new Map<number, AskedOptions>();
  /** Node of each record; −1 without one. */
  readonly #nodes = new GrowableInts();
  readonly #times = new Map<number, number>();
  readonly #notices = new NoticeList();
  #prefix: Partial<Prefix> = {};
  /** True if the newest entry of a request answers a tool call. */
  #answering = false;

  protected take(value: Json, at: number | string): void {
    const nodes = this.#tree.length;
    const line = fieldsOf(value);
    if (line) this.#line(line, typeof at === 'number' ? at : this.records);
    else this.context.receipt.lose('not an object', at);
    this.#nodes.push(this.#tree.length > nodes ? nodes : -1);
  }

  protected *close(): Generator<null, void, void> {
    for (const line of this.#tree.resolve()) {
      this.#notices.notice('parent-cycle', 'A line is its own ancestor; its link was cut.', line);
    }
    const trace: ReadPi = {
      store: this.context.store,
      tree: this.#tree,
      steps: this.#steps,
      compactions: this.#compactions,
      failed: this.#failed,
      edits: this.#edits,
      levels: this.#levels,
      records: this.#nodes,
      times: this.#times,
      prefix: this.#prefix,
    };
    const sessions = new PiSessions(this.context, trace, this.#header, this.#notices);
    for (const draft of sessions.drafts()) {
      this.session(draft);
      yield null;
    }
  }

  #line(line: Fields, at: number): void {
    const type = textOf(line['type']) ?? 'unknown';
    if (type === 'session') {
      if (this.#header.read(line)) this.context.receipt.keep();
      else this.context.receipt.drop('further session header', at);
      return;
    }
    const id = textOf(line['id']);
    if (this.#tree.knows(id)) return this.context.receipt.merge('repeated line', at);
    const linked = id !== null && Object.hasOwn(line, 'parentId');
    const time = isoOf(line['timestamp']);
    const place: LinePlace = {
      at,
      id,
      parentId: linked ? textOf(line['parentId']) : undefined,
      time,
    };
    if (!this.#content(type, line, place)) {
      this.#aside(`not part of a request: ${type.slice(0, 60)}`, place);
      if (type === 'thinking_level_change') {
        this.#levels.set(this.#tree.length - 1, asked(null, line['thinkingLevel']));
      }
      if (type === 'session_info') this.#header.name(line['name']);
    }
  }

  /** Takes a line that changes later requests; false for any other. */
  #content(type: string, line: Fields, place: LinePlace): boolean {
    switch (type) {
      case 'message':
      case 'message_end':
        this.#message(fieldsOf(line['message']), place);
        return true;
      case 'custom_message':
        this.#store('user', readPiContent(line['content']), place, textOf(line['customType']));
        return true;
      case 'branch_summary':
        this.#store('user', readPiContent(line['summary']), place, 'branch summary');
        return true;
      case 'compaction': {
        const node = this.#add(piNode.compaction, place);
        this.#compactions.set(node, readPiCompaction(line, place.time));
        this.#answering = false;
        return true;
      }
      case 'compaction_end':
      case 'auto_compaction_end':
        return this.#streamed(line, place);
      case 'context_edit': {
        const { parts } = readPiContent(fieldsOf(line['replacement'])?.['content']);
        const node = this.#add(piNode.edit, place);
        this.#edits.set(node, { target: textOf(line['targetId']), parts, time: place.time });
        return true;
      }
      default:
        return false;
    }
  }

  /** Takes an event of the stream (`--mode json`), which reports a compaction when it is over. */
  #streamed(line: Fields, place: LinePlace): boolean {
    const result = fieldsOf(line['result']);
    if (result === null) {
      const failed = readPiFailure(line, place.time);
      if (failed !== null) this.#failed.set(this.#add(piNode.failed, place), failed);
      return failed !== null;
    }
    const node = this.#add(piNode.compaction, place);
    const reason = line['reason'];
    this.#compactions.set(node, readPiCompaction({ ...result, reason }, place.time));
    return true;
  }

  #message(message: Fields | null, place: LinePlace): void {
    const role = message?.['role'];
    if (message === null || typeof role !== 'string') {
      return this.#aside('message without content', place);
    }
    switch (role) {
      case 'assistant':
        return this.#assistant(message, place);
      case 'toolResult':
        this.#store('user', readPiResult(message), place, null, numberOf(message['timestamp']));
        this.#answering = true;
        return;
      case 'bashExecution':
        return this.#bash(message, place);
      case 'system':
        return this.#system(message, place);
      case 'branchSummary':
      case 'compactionSummary':
        return this.#store('user', readPiContent(message['summary']), place, role);
      default:
        this.#user(role, message, place);
    }
  }

  #user(role: string, message: Fields, place: LinePlace): void {
    const label = role === 'user' ? null : (textOf(message['customType']) ?? role.slice(0, 60));
    const content = readPiContent(message['content']);
    const [first] = content.parts;
    if (role === 'user' && first?.kind === 'text') this.#header.said(first.text);
    this.#store('user', content, place, label, numberOf(message['timestamp']));
  }

  /**
   * Takes a model's message as a step; from version 2 on the output before an abort is not sent
   * again.
   */
  #assistant(message: Fields, place: LinePlace): void {
    const node = this.#add(piNode.step, place);
    const time = numberOf(message['timestamp']);
    const label = this.#answering ? 'tool-results' : 'user-msg';
    const step = readPiStep(message, { label, at: place.at, time: place.time }, this.#notices);
    const { usage = null } = step.input;
    const usageRef = usage === null ? -1 : this.context.store.usage(usage);
    this.#steps.set(node, { usageRef, ...step.input, usage: null });
    this.#header.stepped(millisecondsOf(place.time ?? ''));
    this.#answering = false;
    if (step.failed && !this.#header.linear) return;
    this.#put(node, 'model', readPiContent(message['content']), place, null, time);
  }

  #bash(message: Fields, place: LinePlace): void {
    if (message['excludeFromContext'] === true) {
      return this.#aside('excluded from the context by its user (!!)', place);
    }
    const parts: Part[] = [{ kind: 'text', text: bashText(message) }];
    this.#store('user', { parts, refused: 0 }, place, 'bash', numberOf(message['timestamp']));
  }

  /** Takes the system prompt and the tools, which newer versions write into the file. */
  #system(message: Fields, place: LinePlace): void {
    this.#header.hasSystem = true;
    const parts = readPiPrompt(message);
    const tools = readPiTools(message['tools'] ?? message['toolsAdded']);
    if (parts.length > 0 && !this.#prefix.system) {
      const length = piPromptLength(message, parts);
      this.#prefix = { ...this.#prefix, system: parts, ...(length !== undefined && { length }) };
    }
    if (tools !== null && !this.#prefix.tools) this.#prefix = { ...this.#prefix, tools };
    this.#add(piNode.entry, place);
  }

  #store(
    role: Entry['role'],
    content: PiContent,
    place: LinePlace,
    label: string | null = null,
    time: number | null = null,
  ): void {
    if (content.parts.length === 0) return this.#aside('message without content', place);
    this.#answering = false;
    this.#put(this.#add(piNode.entry, place), role, content, place, label, time);
  }

  #put(
    node: number,
    role: Entry['role'],
    { parts, refused }: PiContent,
    { at, time }: LinePlace,
    label: string | null,
    sent: number | null,
  ): void {
    if (refused > 0) {
      this.#notices.notice('too-deep', 'A part nests over 200 levels; left out.', at);
    }
    if (sent !== null) this.#times.set(node, sent);
    if (parts.length === 0) return;
    const short = label === null ? null : (shorten(label) ?? 'custom');
    const entry = entryOf(role, parts, at, time, short);
    this.#tree.ref.set(node, this.context.store.entry(entry));
  }

  #add(kind: number, { at, id, parentId }: LinePlace): number {
    return this.#tree.add(kind, at, id, parentId);
  }

  /** Keeps a line outside every request; later lines may be linked to it. */
  #aside(reason: string, place: LinePlace): void {
    this.context.receipt.drop(reason, place.at);
    this.#add(piNode.link, place);
  }
}

/** True for the file's first line, or a model's message with usage as only pi writes it. */
function isPiLine(record: Json): boolean {
  const line = fieldsOf(record);
  if (!line) return false;
  if (line['type'] === 'session') {
    return typeof line['id'] === 'string' && typeof line['cwd'] === 'string';
  }
  const message = line['type'] === 'message' ? fieldsOf(line['message']) : null;
  if (message?.['role'] !== 'assistant' || typeof message['stopReason'] !== 'string') return false;
  return Object.hasOwn(fieldsOf(message['usage']) ?? {}, 'cacheRead');
}

/** Reads pi's JSONL: the path to the newest line, and abandoned branches as linked sessions. */
export const pi = defineImporter({
  id: 'pi',
  label: 'pi',
  inputs: ['jsonl'],
  sniff: ({ records }) => records.some(isPiLine),
  start: (context) => new PiReader(context),
});
