/**
 * Logs of `claude -p --output-format stream-json` (and the list that `json --verbose` prints):
 * https://code.claude.com/docs/en/agent-sdk/typescript#sdkmessage
 */
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Json, Notice, Source, StepEnvironment } from '@/lib/engine/session/schema';
import { ClaudeCodeReader } from './index';
import { streamLineOf } from './sdk-python';
import {
  defineImporter,
  type ImportContext,
  type ImportError,
  type TraceHead,
  type TraceReader,
} from '../../importer';
import { fieldsOf, listOf, textOf, type Fields, type At } from '../../mechanisms/loose-json';

/** First words of Claude Code's message after a compaction. */
const SUMMARY = 'This session is being continued from a previous conversation';

function textIn(message: unknown): string {
  const content = fieldsOf(message)?.['content'];
  const [block] = listOf(content);
  return textOf(content) ?? textOf(fieldsOf(block)?.['text']) ?? '';
}

/** A line of the stream as Claude Code's session log would hold it; without links, in order. */
function logLine(line: Fields, version: string | null): Json {
  const agent = textOf(line['parent_tool_use_id']);
  const message = line['message'];
  const failed = line['type'] === 'assistant' && typeof line['error'] === 'string';
  const metadata = fieldsOf(line['compact_metadata']);
  const own = { sessionId: line['session_id'], isSidechain: agent !== null };
  const mapped: Record<string, unknown> = Object.assign({}, line, own);
  if (agent !== null) mapped['agentId'] = agent;
  if (version !== null) mapped['version'] = version;
  if (failed) mapped['isApiErrorMessage'] = true;
  if (metadata !== null) {
    const { trigger, pre_tokens: preTokens, post_tokens: postTokens } = metadata;
    mapped['compactMetadata'] = { trigger, preTokens, postTokens };
  }
  if (line['type'] === 'user' && textIn(message).startsWith(SUMMARY)) {
    mapped['isCompactSummary'] = true;
  }
  return mapped as Json;
}

/** The largest window that a result names for a model; null if it names none. */
function windowOf(result: Fields, model: string | null): number | null {
  const usage = fieldsOf(result['modelUsage']) ?? {};
  const names = Object.keys(usage).filter((name) => model === null || name.startsWith(model));
  const windows = names.map((name) => fieldsOf(usage[name])?.['contextWindow']);
  const known = windows.filter(
    (tokens): tokens is number =>
      typeof tokens === 'number' && Number.isInteger(tokens) && tokens > 0 && tokens <= 1e9,
  );
  return known.length === 0 ? null : Math.max(...known);
}

/** Windows of a draft's steps by the models that a result names, one span a change; none where it is one. */
function windowSpans({ steps }: SessionDraft, result: Fields): readonly StepEnvironment[] {
  const known = new Map<string, number | null>();
  const spans: StepEnvironment[] = [];
  steps.forEach(({ model }, i) => {
    if (model === null) return;
    if (!known.has(model)) known.set(model, windowOf(result, model));
    const window = known.get(model) ?? null;
    if (window === null || spans.at(-1)?.window === window) return;
    spans.push({ from: spans.length === 0 ? 0 : i, window });
  });
  return spans.length > 1 ? spans : [];
}

/** Most sessions read from one log; each run of the command is one. */
const MOST_SESSIONS = 200;

/** Receipt reason for lines of further sessions. */
const BEYOND = `of a session after the first ${MOST_SESSIONS} of one log; split the file by session_id`;

/** Facts of a session that a stream holds beside its messages. */
interface StreamRun {
  readonly reader: ClaudeCodeReader;
  version: string | null;
  /** The last line of the run, with the windows of its models. */
  result: Fields | null;
  /** Tools by name; their definitions are not in the stream. */
  tools: number;
  /** The newest line of an answer, by the call whose sub-agent it is of. */
  readonly answers: Map<unknown, Fields>;
  /** True if the first message is an answer: the prompt was not echoed. */
  silent: boolean | null;
}

/** The program that wrote a stream: others that speak Claude Code's protocol say so in its version. */
const agentOf = ({ agent, agentVersion }: Source): string =>
  agentVersion?.startsWith('goat-') === true ? 'Goat' : agent;

/** Reads a stream as Claude Code's log: the same messages without links. */
class ClaudeStreamReader implements TraceReader {
  readonly #runs = new Map<string, StreamRun>();
  #ending: StreamRun[] | null = null;
  #records = 0;
  #sessions = 0;

  constructor(private readonly context: ImportContext) {}

  record(value: Json, at: At): void {
    if (!Array.isArray(value)) this.#line(value, at);
    else for (const [i, line] of (value as readonly Json[]).entries()) this.#line(line, i + 1);
  }

  end(): Result<void, ImportError> | null {
    if (this.#records === 0) return err({ code: 'empty', message: 'The file holds no record.' });
    this.#ending ??= [...this.#runs.values()];
    const run = this.#ending[0];
    if (run !== undefined) {
      if (run.reader.end() !== null) this.#ending.shift();
      return null;
    }
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: 'The file holds no model call.' });
  }

  #line(value: Json, at: At): void {
    this.#records++;
    const found = streamLineOf(fieldsOf(value));
    const line = found === null ? null : (this.#lastOf(found) ?? found);
    if (line === null) return this.context.receipt.lose('not an object', at);
    const run = this.#run(textOf(line['session_id']) ?? [...this.#runs.keys()].at(-1) ?? '');
    if (run === null) return this.context.receipt.lose(BEYOND, at);
    if (line['subtype'] === 'init') {
      run.version = textOf(line['claude_code_version']) ?? run.version;
      run.tools = Math.max(run.tools, listOf(line['tools']).length);
    }
    if (line['type'] === 'result') run.result = line;
    const spoken = line['type'] === 'assistant' || line['type'] === 'user';
    if (spoken) run.silent ??= line['type'] === 'assistant';
    if (line['type'] === 'assistant') run.answers.set(line['parent_tool_use_id'] ?? null, line);
    run.reader.record(logLine(line, run.version), at);
  }

  /** The end of an answer that was streamed, as its last line: only this has the count of its output. */
  #lastOf(line: Fields): Fields | null {
    const event = fieldsOf(line['event']);
    const usage = fieldsOf(event?.['usage']);
    if (event?.['type'] !== 'message_delta' || usage === null) return null;
    const { session_id: session, parent_tool_use_id: parent = null, uuid } = line;
    const answer = this.#runs.get(textOf(session) ?? '')?.answers.get(parent);
    const message = fieldsOf(answer?.['message']);
    if (answer === undefined || message === null) return null;
    const counts = { ...fieldsOf(message['usage']), output_tokens: usage['output_tokens'] };
    return { ...answer, uuid, message: { ...message, content: [], usage: counts } };
  }

  #run(id: string): StreamRun | null {
    const known = this.#runs.get(id);
    if (known !== undefined) return known;
    if (this.#runs.size >= MOST_SESSIONS) return null;
    const facts = { version: null, result: null, tools: 0, silent: null, answers: new Map() };
    const session = (draft: SessionDraft): void => this.#handOver(draft, run);
    const { file, store, receipt } = this.context;
    const reader = new ClaudeCodeReader({ file, store, receipt, session });
    const run: StreamRun = { reader, ...facts };
    this.#runs.set(id, run);
    return run;
  }

  #handOver(draft: SessionDraft, { result, tools, silent }: StreamRun): void {
    this.#sessions++;
    const { head } = draft;
    const main = head.source.lane === 'main';
    const notices: Notice[] = [...head.notices];
    const note = (code: string, message: string): void =>
      void notices.push({ code, message, at: [], times: 1 });
    if (tools > 0) note('tools-named-only', `${tools} tools are named; none is defined.`);
    if (main && silent === true)
      note('prompt-not-recorded', 'The stream does not hold the prompt.');
    const window = result === null ? null : windowOf(result, head.model);
    const found = window === null ? null : { tokens: window, source: 'recording' as const };
    const limit = head.limit ?? found;
    const environments = result === null ? [] : windowSpans(draft, result);
    const spans = environments.length > 0 && { environments };
    const source = { ...head.source, format: 'claude-stream', agent: agentOf(head.source) };
    const { format, version, name, model } = head;
    // A field that is added stands where the canonical form has it.
    const first = { format, version, name, source, model, limit, ...spans };
    this.context.session({
      ...draft,
      head: { ...first, ...head, source, limit, ...spans, notices },
    });
  }
}

/**
 * True for a line that names its session in snake case and its parent call; session files link
 * lines instead.
 */
function isStreamLine(record: Json): boolean {
  const written = fieldsOf(record);
  const line = streamLineOf(written);
  if (line === null) return false;
  // Dumps of the Python SDK's objects name the session on some lines only.
  if (line !== written && line['type'] === 'assistant') return true;
  if (typeof line['session_id'] !== 'string') return false;
  if (Object.hasOwn(line, 'parentUuid')) return false;
  if (line['type'] === 'system') return line['subtype'] === 'init' && Array.isArray(line['tools']);
  if (line['type'] === 'result') return typeof line['num_turns'] === 'number';
  const message = line['type'] === 'assistant' || line['type'] === 'user';
  return message && Object.hasOwn(line, 'parent_tool_use_id') && fieldsOf(line['message']) !== null;
}

/** Reads the stream as Claude Code's own log; sub-agents are linked sessions. */
export const claudeStream = defineImporter({
  id: 'claude-stream',
  label: 'Claude Code stream',
  source: 'Claude stream',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }: TraceHead) =>
    records.some((record) =>
      Array.isArray(record) ? (record as readonly Json[]).some(isStreamLine) : isStreamLine(record),
    ),
  start: (context) => new ClaudeStreamReader(context),
});
