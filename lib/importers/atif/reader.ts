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

/** Reads one trajectory and the sub-agents' trajectories in it. */
export class AtifReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #ids = new Set<string>();
  #records = 0;
  #sessions = 0;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  record(value: Json): void {
    this.#records++;
    const document = fieldsOf(value);
    if (document === null) this.#context.receipt.drop('not a trajectory', '$');
    else this.#trajectory(document, '$', null, 0);
  }

  end(): Result<void, ImportError> {
    if (this.#records === 0) return err({ code: 'empty', message: 'The file holds no record.' });
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: 'The trajectory holds no model call.' });
  }

  #trajectory(document: Fields, path: string, parent: Source['parent'], depth: number): void {
    const named = textOf(document['session_id']) ?? textOf(document['trajectory_id']);
    const id = this.#unique(named ?? this.#context.file);
    const link = parent ?? parentOf(document, id);
    const draft = new AtifTrajectory(this.#context, document, id, link).read(path);
    if (draft !== null) {
      this.#context.session(draft);
      this.#sessions++;
    }
    for (const [i, value] of listOf(document['subagent_trajectories']).entries()) {
      const at = `${path}.subagent_trajectories[${i}]`;
      const child = fieldsOf(value);
      if (child === null || depth >= DEPTH) this.#context.receipt.drop('not a trajectory', at);
      else {
        const origin = { sessionId: id, lane: 'main', relation: 'subagent' } as const;
        this.#trajectory(child, at, origin, depth + 1);
      }
    }
  }

  #unique(id: string): string {
    let unique = id;
    for (let n = 2; this.#ids.has(unique); n++) unique = `${id} (${n})`;
    this.#ids.add(unique);
    return unique;
  }
}
