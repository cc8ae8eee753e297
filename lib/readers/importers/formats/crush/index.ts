/**
 * Crush's own database, `.crush/crush.db`:
 * https://github.com/charmbracelet/crush/tree/main/internal/db/migrations (tables) and
 * https://github.com/charmbracelet/crush/blob/main/internal/message/content.go (parts).
 */
import { SessionBuilder } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Json, Part } from '@/lib/engine/session/schema';
import { readParts, type CrushParts } from './parts';
import { hasTables, defineImporter, type ImportContext, CountedReader } from '../../importer';
import { entryOf, shorten } from '../../mechanisms/session-facts';
import {
  countOf,
  fieldsOf,
  numberOf,
  textOf,
  timeText,
  type Fields,
  type At,
} from '../../mechanisms/loose-json';
import { overflowOf } from '../../mechanisms/rejection';

/** First words of the message with which Crush continues after it compacted by itself. */
const CONTINUED = 'The previous session was interrupted because it got too long';

/** One session: its messages in order; every later request begins with the newest summary. */
class CrushSession {
  readonly #builder: SessionBuilder;
  /** Places of the messages in the log. */
  readonly #kept: At[] = [];
  #firstText: string | null = null;
  #answering = false;

  constructor(
    private readonly context: ImportContext,
    id: string,
    private readonly row: Fields,
  ) {
    const { store, file } = context;
    const parent = textOf(row['parent_session_id']);
    this.#builder = new SessionBuilder(store, {
      name: shorten(textOf(row['title']) ?? '') ?? 'Crush session',
      source: {
        format: 'crush',
        file,
        agent: 'Crush',
        sessionId: id,
        parent: parent === null ? null : { sessionId: parent, lane: 'main', relation: 'subagent' },
      },
    });
  }

  /** Takes the next message. */
  message(row: Fields, at: At): void {
    const { receipt } = this.context;
    const content = readParts(textOf(row['parts']));
    if (content === null) return receipt.lose('parts are not JSON, or nest too deep', at);
    const time = timeOf(row);
    const role = textOf(row['role']) ?? 'user';
    if (this.#isSummary(row)) this.#summary(content.parts, time);
    else if (role === 'assistant') this.#answer(content, row, at, time);
    else if (content.parts.length === 0) return receipt.drop('message without content', at);
    else this.#input(role, content.parts, at, time);
    this.#kept.push(at);
  }

  #isSummary(row: Fields): boolean {
    const id = textOf(row['id']);
    const marked = row['is_summary_message'];
    return (
      marked === 1 || marked === true || (id !== null && id === this.row['summary_message_id'])
    );
  }

  #summary(parts: readonly Part[], time: string | null): void {
    const summary = parts.filter(({ kind }) => kind !== 'thought');
    this.#builder.compaction({ kind: 'summary', trigger: 'unknown', summary, time });
    this.#answering = false;
  }

  #answer({ parts, finish }: CrushParts, row: Fields, at: At, time: string | null): void {
    const step = {
      model: textOf(row['model']),
      time,
      label: this.#answering ? 'tool-results' : 'user-msg',
      lengthStop: finish?.reason === 'max_tokens',
    };
    const refusal = finish?.reason === 'error' ? overflowOf(finish.message) : null;
    this.#builder.step(refusal === null ? step : { ...step, ...refusal, rejected: true });
    if (finish?.reason === 'error' && refusal === null) {
      this.#builder.notice('call-failed', 'A call failed; nobody counted it.', at);
    } else if (finish?.reason === 'canceled') {
      this.#builder.notice('call-cancelled', 'A call was cancelled; nobody counted it.', at);
    }
    this.#answering = false;
    if (parts.length > 0) this.#builder.append(entryOf('model', parts, at, time));
  }

  #input(role: string, parts: readonly Part[], at: At, time: string | null): void {
    const [first] = parts;
    const text = first?.kind === 'text' ? first.text : '';
    if (role === 'user') this.#firstText ??= shorten(text);
    if (text.startsWith(CONTINUED)) this.#builder.amendCompaction({ trigger: 'auto' });
    this.#answering = role === 'tool';
    const label = role === 'system' ? 'system' : null;
    this.#builder.append(entryOf('user', parts, at, time, label));
  }

  /** The session, null without a model call; counts its messages. */
  finish(): SessionDraft | null {
    const { receipt } = this.context;
    const called = this.#builder.stepCount > 0;
    for (const at of this.#kept) {
      if (called) receipt.keep();
      else receipt.drop('in a session without a model call', at);
    }
    if (!called) return null;
    const prompt = countOf(this.row['prompt_tokens']) ?? 0;
    const completion = countOf(this.row['completion_tokens']) ?? 0;
    if (prompt + completion > 0) {
      this.#builder.notice(
        'usage-newest',
        `Only the newest call is counted: ${prompt} tokens of its prompt and ${completion} of its answer, which share the cached ones in a way that differs by version.`,
      );
    }
    if (textOf(this.row['title']) === null && this.#firstText !== null) {
      this.#builder.rename({ name: this.#firstText });
    }
    return this.#builder.finish();
  }
}

/** Seconds in the rows of every released version; later ones may use milliseconds. */
function timeOf(row: Fields): string | null {
  const created = numberOf(row['created_at']);
  if (created === null || created <= 0) return null;
  return timeText(created > 1e11 ? created : created * 1000);
}

/** Reads the rows of `sessions`, then those of `messages`, one session after the other. */
class CrushReader extends CountedReader {
  protected override empty = 'The database holds no session.';
  protected override nothing = 'The database holds no model call.';
  readonly #rows = new Map<string, Fields>();
  #open: { readonly id: string; readonly session: CrushSession } | null = null;

  protected take(value: Json, at: At): void {
    const { receipt } = this.context;
    const record = fieldsOf(value);
    const row = fieldsOf(record?.['row']) ?? {};
    if (record?.['table'] === 'sessions') {
      this.#rows.set(textOf(row['id']) ?? String(at), row);
      receipt.merge('facts about a session', at);
    } else if (record?.['table'] === 'messages') this.#session(row).message(row, at);
    else receipt.drop('row of another table', at);
  }

  #session(row: Fields): CrushSession {
    const id = textOf(row['session_id']) ?? this.context.file;
    if (this.#open?.id === id) return this.#open.session;
    this.close();
    const known = this.#rows.get(id) ?? {};
    this.#rows.delete(id);
    const session = new CrushSession(this.context, this.unique(id), known);
    this.#open = { id, session };
    return session;
  }

  protected close(): void {
    if (this.#open !== null) this.session(this.#open.session.finish());
    this.#open = null;
  }
}

/** Reads Crush's sessions from rows: every row of `sessions`, then those of `messages` in order. */
export const crush = defineImporter({
  id: 'crush',
  label: 'Crush database',
  source: 'Crush',
  inputs: ['sqlite'],
  tables: [
    { name: 'sessions', order: ['created_at', 'id'] },
    { name: 'messages', order: ['session_id', 'created_at'] },
  ],
  sniff: ({ records }) =>
    hasTables(records[0], {
      sessions: ['id', 'parent_session_id', 'title', 'prompt_tokens'],
      messages: ['id', 'session_id', 'role', 'parts', 'model'],
    }),
  start: (context) => new CrushReader(context),
});
