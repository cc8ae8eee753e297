import { err, ok, type Result } from '@/lib/base/result';
import type { Json, Source } from '@/lib/session/schema';
import type { ImportContext, ImportError, TraceReader } from '../importer';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { AtifTrajectory } from './trajectory';

/** Sub-agents nest; deeper ones are left out. */
const DEPTH = 8;

/** Identifiers that an agent derives from its own for a summary, and for the file it goes on in. */
const DERIVED = [
  { pattern: /^(.+)-summarization-\d+-\w+$/, relation: 'subagent' },
  { pattern: /^(.+)-cont-\d+$/, relation: 'resumed' },
] as const;

/** The session that began this one, as its own record or its identifier says. */
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

/** A trajectory whose steps come. */
interface OpenTrajectory {
  readonly id: string;
  readonly trajectory: AtifTrajectory;
}

/** Reads one trajectory and the sub-agents' trajectories in it. */
export class AtifReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #ids = new Set<string>();
  /** The document's own trajectory. */
  #open: OpenTrajectory | null = null;
  #closed = false;
  #records = 0;
  #sessions = 0;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  record(value: Json, at: number | string, list?: string): void {
    this.#records++;
    const document = fieldsOf(value);
    if (list === 'steps[]') this.#open?.trajectory.step(value, at);
    else if (list !== undefined) this.#subagent(value, at, this.#open?.id ?? '', 1);
    else if (document === null) this.#context.receipt.drop('not a trajectory', at);
    else this.#open = this.#begin(document, null);
  }

  end(): Result<void, ImportError> {
    if (this.#records === 0) return err({ code: 'empty', message: 'The file holds no record.' });
    this.#close();
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: 'The trajectory holds no model call.' });
  }

  #begin(document: Fields, parent: Source['parent']): OpenTrajectory {
    const named = textOf(document['session_id']) ?? textOf(document['trajectory_id']);
    const id = this.#unique(named ?? this.#context.file);
    const link = parent ?? parentOf(document, id);
    return { id, trajectory: new AtifTrajectory(this.#context, document, id, link) };
  }

  #finish({ trajectory }: OpenTrajectory): void {
    const draft = trajectory.finish();
    if (draft === null) return;
    this.#context.session(draft);
    this.#sessions++;
  }

  /** The sub-agents of a trajectory come when its steps are over. */
  #close(): void {
    if (this.#open !== null && !this.#closed) this.#finish(this.#open);
    this.#closed = true;
  }

  #subagent(value: unknown, at: number | string, origin: string, depth: number): void {
    this.#close();
    const document = fieldsOf(value);
    if (document === null || depth > DEPTH) {
      return this.#context.receipt.drop('not a trajectory', at);
    }
    const child = this.#begin(document, { sessionId: origin, lane: 'main', relation: 'subagent' });
    for (const [i, step] of listOf(document['steps']).entries()) {
      child.trajectory.step(step, `${at}.steps[${i}]`);
    }
    this.#finish(child);
    for (const [i, inner] of listOf(document['subagent_trajectories']).entries()) {
      this.#subagent(inner, `${at}.subagent_trajectories[${i}]`, child.id, depth + 1);
    }
  }

  #unique(id: string): string {
    let unique = id;
    for (let n = 2; this.#ids.has(unique); n++) unique = `${id} (${n})`;
    this.#ids.add(unique);
    return unique;
  }
}
