import type { Json, Source } from '@/lib/session/schema';
import { CountedReader } from '../../mechanisms/counted-reader';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { AtifTrajectory } from './trajectory';

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
export class AtifReader extends CountedReader {
  protected override nothing = 'The trajectory holds no model call.';
  /** The document's own trajectory. */
  #open: OpenTrajectory | null = null;
  #closed = false;

  protected take(value: Json, at: number | string, list?: string): void {
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

  #subagent(value: unknown, at: number | string, origin: string, depth: number): void {
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
