/**
 * Harbor's Agent Trajectory Interchange Format, versions 1.0 to 1.8: `trajectory.json`.
 * https://github.com/laude-institute/harbor/blob/main/rfcs/0001-trajectory-format.md
 */
import { textParts } from '../../mechanisms/messages/parts';
import { SessionBuilder } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Entry, Json, Part, Source } from '@/lib/engine/session/schema';
import { defineImporter, type ImportContext, CountedReader } from '../../importer';
import { entryOf, shorten, stepUsage } from '../../mechanisms/session-facts';
import {
  countOf,
  fieldsOf,
  isoOf,
  listOf,
  textOf,
  type At,
  type Fields,
} from '../../mechanisms/loose-json';
import { callPart, readBlocks, responseParts } from '../../mechanisms/messages/blocks';
import { plain } from '../../mechanisms/messages/json-text';
import { readChatTools } from '../../mechanisms/messages/openai-chat';
import { CallNames } from '../../mechanisms/messages/turns';

/** Puts the steps of one trajectory into a session. */
class AtifTrajectory {
  readonly #builder: SessionBuilder;
  readonly #names = new CallNames();
  readonly #model: string | null;
  #system: readonly Part[] = [];
  #name: string | null = null;
  #answering = false;

  constructor(
    private readonly context: ImportContext,
    private readonly document: Fields,
    sessionId: string,
    parent: Source['parent'],
  ) {
    const agent = fieldsOf(document['agent']);
    this.#model = textOf(agent?.['model_name']);
    this.#builder = new SessionBuilder(context.store, {
      name: sessionId,
      source: {
        format: 'atif',
        file: context.file,
        agent: textOf(agent?.['name']) ?? 'ATIF agent',
        agentVersion: textOf(agent?.['version']),
        sessionId,
        parent,
      },
    });
    this.#builder.prefix({ tools: readChatTools(agent?.['tool_definitions']) });
  }

  /** Takes the next step. */
  step(value: unknown, at: At): void {
    const { receipt } = this.context;
    const step = fieldsOf(value);
    const source = step?.['source'];
    if (step === null || typeof source !== 'string') return receipt.lose('not a step', at);
    if (source === 'agent') this.#agent(step, at);
    else if (source === 'system') this.#systemStep(step, at);
    else this.#user(step, at);
    receipt.keep();
  }

  /** The session; null if no model was called. */
  finish(): SessionDraft | null {
    const next = textOf(this.document['continued_trajectory_ref']);
    if (next !== null) this.#builder.notice('continued', `The session continues in ${next}.`);
    if (this.#system.length > 0) this.#builder.prefix({ system: this.#system });
    if (this.#name !== null) this.#builder.rename({ name: this.#name });
    return this.#builder.stepCount > 0 ? this.#builder.finish() : null;
  }

  #user(step: Fields, at: At): void {
    const parts = this.#message(step);
    const [first] = parts;
    if (first?.kind === 'text') this.#name ??= shorten(first.text);
    this.#append('user', parts, step, at);
    this.#answering = false;
  }

  /**
   * A system step: first the system prompt; later a note between the steps, or the mark of a
   * summary.
   */
  #systemStep(step: Fields, at: At): void {
    const parts = this.#message(step);
    if (this.#builder.entryCount === 0 && this.#builder.stepCount === 0) {
      this.#system = [...this.#system, ...parts];
    } else if (this.#builder.stepCount > 0 && summarises(step, parts)) {
      this.#builder.compaction({ kind: 'summary', trigger: 'auto', time: timeOf(step) });
      this.#answering = false;
    } else {
      this.#append('user', parts, step, at, 'system');
      this.#observation(step, at);
    }
  }

  #agent(step: Fields, at: At): void {
    if (step['is_copied_context'] !== true && step['llm_call_count'] !== 0) this.#call(step, at);
    const calls = listOf(step['tool_calls']).flatMap((value): readonly Part[] => {
      const call = fieldsOf(value);
      if (call === null) return [];
      const id = textOf(call['tool_call_id']);
      const name = textOf(call['function_name']) ?? 'unknown';
      return [callPart({ id, name, args: call['arguments'] }, this.#names)];
    });
    const thoughts = textParts(step['reasoning_content'], 'thought');
    this.#append('model', [...thoughts, ...this.#message(step), ...calls], step, at);
    this.#answering = false;
    this.#observation(step, at);
  }

  /** A call. Metrics that several calls share do not give the size of a single request. */
  #call(step: Fields, at: At): void {
    const metrics = fieldsOf(step['metrics']);
    const shared = (countOf(step['llm_call_count']) ?? 1) > 1;
    if (shared) {
      this.#builder.notice(
        'usage-shared',
        'Several calls share one usage record; it was ignored.',
        at,
      );
    }
    const usage = stepUsage(this.#builder, shared ? null : usageOf(metrics), 'openai', at);
    this.#builder.step({
      ...usage,
      usage: plain(metrics),
      model: textOf(step['model_name']) ?? this.#model,
      time: timeOf(step),
      label: this.#answering ? 'tool-results' : 'user-msg',
    });
  }

  /** Results of the step's calls: they belong to the next request. */
  #observation(step: Fields, at: At): void {
    for (const value of listOf(fieldsOf(step['observation'])?.['results'])) {
      const result = fieldsOf(value);
      if (result === null) continue;
      const id = textOf(result['source_call_id']);
      const content = result['content'] ?? '';
      const parts =
        id === null
          ? readBlocks(content, this.#names)
          : responseParts({ id, content }, this.#names);
      this.#append('user', parts, step, at);
      this.#answering = true;
    }
  }

  #message(step: Fields): readonly Part[] {
    return readBlocks(step['message'], this.#names);
  }

  #append(role: Entry['role'], parts: readonly Part[], step: Fields, at: At, label?: string): void {
    if (parts.length === 0) return;
    this.#builder.append(entryOf(role, parts, at, timeOf(step), label));
  }
}

const timeOf = (step: Fields): string | null => isoOf(step['timestamp']);

/** The metrics under the field names of their API: cached tokens are part of the prompt. */
function usageOf(metrics: Fields | null): unknown {
  if (metrics === null) return null;
  const { prompt_tokens, completion_tokens, cached_tokens } = metrics;
  return { prompt_tokens, completion_tokens, prompt_tokens_details: { cached_tokens } };
}

/** True for a system step of a summary: it names the trajectory of the call that wrote it. */
function summarises(step: Fields, parts: readonly Part[]): boolean {
  const refs = listOf(fieldsOf(step['observation'])?.['results']).flatMap((value) => {
    const ref = fieldsOf(value)?.['subagent_trajectory_ref'];
    return Array.isArray(ref) ? listOf(ref) : [ref];
  });
  const named = refs.map(fieldsOf).some((ref) => {
    const name = `${textOf(ref?.['session_id']) ?? ''} ${textOf(ref?.['trajectory_path']) ?? ''}`;
    return name.includes('summarization');
  });
  const [first] = parts;
  const text = first?.kind === 'text' ? first.text.slice(0, 200) : '';
  return named || /context (?:summari[sz]ation|compaction)|compacted the context/i.test(text);
}

/** Deepest nesting of sub-agents that is read. */
const DEPTH = 8;

/** Suffixes of identifiers that an agent derives for a summary, and for a continuation file. */
const DERIVED = [
  { pattern: /^(.+)-summarization-\d+-\w+$/, relation: 'subagent' },
  { pattern: /^(.+)-cont-\d+$/, relation: 'resumed' },
] as const;

/** The session that began this one, by its own record or its identifier. */
function parentOf(document: Fields, sessionId: string): Source['parent'] {
  const extra = fieldsOf(document['extra']) ?? fieldsOf(fieldsOf(document['agent'])?.['extra']);
  const named = textOf(extra?.['parent_session_id']);
  if (named !== null) return { sessionId: named, lane: 'main', relation: 'subagent' };
  for (const { pattern, relation } of DERIVED) {
    const origin = pattern.exec(sessionId)?.[1];
    if (origin !== undefined) return { sessionId: origin, lane: 'main', relation };
  }
  return null;
}

/** A trajectory whose steps are still coming. */
interface OpenTrajectory {
  readonly id: string;
  readonly trajectory: AtifTrajectory;
}

/** Reads one trajectory and the sub-agents' trajectories in it. */
class AtifReader extends CountedReader {
  protected override nothing = 'The trajectory holds no model call.';
  /** The document's own trajectory. */
  #open: OpenTrajectory | null = null;
  #closed = false;

  protected take(value: Json, at: At, list?: string): void {
    const document = fieldsOf(value);
    if (list === 'steps[]') this.#open?.trajectory.step(value, at);
    else if (list !== undefined) this.#subagent(value, at, this.#open?.id ?? '', 1);
    else if (document === null) this.context.receipt.lose('not a trajectory', at);
    else this.#open = this.#begin(document, null);
  }

  #begin(document: Fields, parent: Source['parent']): OpenTrajectory {
    const named = textOf(document['session_id']) ?? textOf(document['trajectory_id']);
    const id = this.unique(named ?? this.context.file);
    const link = parent ?? parentOf(document, id);
    return { id, trajectory: new AtifTrajectory(this.context, document, id, link) };
  }

  /** Reads the sub-agents of a trajectory, which come after its steps. */
  protected close(): void {
    if (this.#open !== null && !this.#closed) this.session(this.#open.trajectory.finish());
    this.#closed = true;
  }

  #subagent(value: unknown, at: At, origin: string, depth: number): void {
    this.close();
    const document = fieldsOf(value);
    if (document === null || depth > DEPTH) {
      return this.context.receipt.lose('not a trajectory', at);
    }
    const child = this.#begin(document, { sessionId: origin, lane: 'main', relation: 'subagent' });
    for (const [i, step] of listOf(document['steps']).entries()) {
      child.trajectory.step(step, `${at}.steps[${i}]`);
    }
    this.session(child.trajectory.finish());
    for (const [i, inner] of listOf(document['subagent_trajectories']).entries()) {
      this.#subagent(inner, `${at}.subagent_trajectories[${i}]`, child.id, depth + 1);
    }
  }
}

/** Reads ATIF trajectories; sub-agents inside the file become separate sessions. */
export const atif = defineImporter({
  id: 'atif',
  label: 'ATIF trajectory',
  source: 'ATIF',
  inputs: ['json'],
  lists: ['steps[]', 'subagent_trajectories[]'],
  sniff: ({ records }) => {
    const document = fieldsOf(records[0]);
    const version = textOf(document?.['schema_version']) ?? '';
    return version.startsWith('ATIF-') && Array.isArray(document?.['steps']);
  },
  start: (context) => new AtifReader(context),
});
