/**
 * Crush's own database, `.crush/crush.db`:
 * https://github.com/charmbracelet/crush/tree/main/internal/db/migrations (tables) and
 * https://github.com/charmbracelet/crush/blob/main/internal/message/content.go (parts).
 */
import { formatInteger } from '@/lib/engine/base/format';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Json, Part } from '@/lib/engine/session/schema';
import { readParts, type CrushParts } from './parts';
import { hasTables, defineImporter, type ImportContext, CountedReader } from '../../importer';
import { shorten } from '../../mechanisms/session-facts';
import { SessionLog } from '../../mechanisms/session-log';
import {
  countOf,
  fieldsOf,
  numberOf,
  textOf,
  timeText,
  type Fields,
  type At,
} from '../../mechanisms/loose-json';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';

/** First words of the message with which Crush continues after it compacted by itself. */
const CONTINUED = 'The previous session was interrupted because it got too long';

/** One session: its messages in order; every later request begins with the newest summary. */
class CrushSession {
  readonly #log: SessionLog;
  /** Places of the messages in the log. */
  readonly #kept: At[] = [];
  /** The newest call that was answered, as long as its counters stand; −1 for none. */
  #answered = -1;

  constructor(
    private readonly context: ImportContext,
    id: string,
    private readonly row: Fields,
  ) {
    const { store, file } = context;
    const parent = textOf(row['parent_session_id']);
    this.#log = new SessionLog(store, {
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
    this.#log.compaction({ kind: 'summary', trigger: 'unknown', summary, time });
    this.#answered = -1;
    this.#log.answering = false;
  }

  #answer({ parts, finish }: CrushParts, row: Fields, at: At, time: string | null): void {
    const step = {
      model: textOf(row['model']),
      time,
      label: this.#log.label,
      lengthStop: finish?.reason === 'max_tokens',
    };
    if (finish?.reason === 'error') this.#log.failedCall(step, readRefusal(finish.message), at);
    else this.#log.step(step);
    const uncounted = finish?.reason === 'error' || finish?.reason === 'canceled';
    if (!uncounted) this.#answered = this.#log.stepCount - 1;
    if (finish?.reason === 'canceled') {
      this.#log.notice('call-cancelled', 'A call was cancelled; nobody counted it.', at);
    }
    this.#log.answering = false;
    this.#log.message('model', parts, at, time);
  }

  #input(role: string, parts: readonly Part[], at: At, time: string | null): void {
    const [first] = parts;
    const text = first?.kind === 'text' ? first.text : '';
    if (role === 'user' && textOf(this.row['title']) === null) this.#log.said(parts);
    if (text.startsWith(CONTINUED)) this.#log.amendCompaction({ trigger: 'auto' });
    this.#log.answering = role === 'tool';
    const label = role === 'system' ? 'system' : null;
    this.#log.message('user', parts, at, time, label);
  }

  /** The session, null without a model call; counts its messages. */
  finish(): SessionDraft | null {
    const prompt = countOf(this.row['prompt_tokens']) ?? 0;
    const completion = countOf(this.row['completion_tokens']) ?? 0;
    const tokens = prompt + completion;
    if (tokens > 0) {
      const reason = `prompt ${formatInteger(prompt)} + response ${formatInteger(completion)}, as the session counts its newest call`;
      this.#log.amendCount(this.#answered, { kind: 'total', tokens, reason });
      this.#log.notice(
        'usage-newest',
        `Only the newest call is counted: ${prompt} tokens of its prompt and ${completion} of its answer, which share the cached ones in a way that differs by version.`,
      );
    }
    return this.#log.endOf(this.#kept, this.context.receipt);
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
