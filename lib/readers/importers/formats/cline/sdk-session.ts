import { SessionBuilder, type SessionInfo } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Entry, RecordedCompaction } from '@/lib/engine/session/schema';
import { shorten, stepUsage, entryOf } from '../../mechanisms/session-facts';
import type { ImportContext } from '../../importer';
import { countOf, fieldsOf, isoOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { CallNames } from '../../mechanisms/messages/turns';
import { readContent } from './content';

/** A file that begins with a compaction, which is recorded after the messages it preserved. */
interface Rewritten {
  readonly trigger: RecordedCompaction['trigger'];
  readonly removed: number | null;
  readonly time: string | null;
}

/** Reads one session of Cline's SDK. */
export class SdkSession {
  readonly #builder: SessionBuilder;
  readonly #names = new CallNames();
  #messages = 0;
  #name: string | null = null;
  #rewritten: Rewritten | null = null;
  #answering = false;

  constructor(
    private readonly context: ImportContext,
    document: Fields,
  ) {
    const agent = textOf(document['agent']) ?? 'lead';
    const info: SessionInfo = {
      name: 'Cline session',
      source: {
        format: 'cline',
        file: context.file,
        agent: agent === 'lead' ? 'Cline' : `Cline: ${agent}`,
        agentVersion: 'sdk',
        sessionId: textOf(document['sessionId']) ?? context.file,
      },
    };
    this.#builder = new SessionBuilder(context.store, info);
    const system = textOf(document['system_prompt']);
    if (system !== null) this.#builder.prefix({ system: [{ kind: 'text', text: system }] });
  }

  /** Takes the next message. */
  message(value: unknown, at: number | string): void {
    const first = this.#messages++ === 0;
    const message = fieldsOf(value);
    const role = message?.['role'];
    if (message === null || (role !== 'user' && role !== 'assistant')) {
      return this.context.receipt.lose('neither a user’s nor a model’s message', at);
    }
    this.context.receipt.keep();
    this.#message(message, first, at);
  }

  /** The session; null if no model was called. */
  finish(): SessionDraft | null {
    this.#record();
    this.#builder.rename({ name: this.#name ?? 'Cline session' });
    return this.#builder.stepCount > 0 ? this.#builder.finish() : null;
  }

  #message(message: Fields, first: boolean, at: number | string): void {
    const metadata = fieldsOf(message['metadata']);
    const preserved = metadata?.['compaction'] === 'preserved';
    const time = timeOf(message);
    const made = fieldsOf(message['metrics']) !== null;
    if (metadata?.['kind'] === 'compaction') return this.#compaction(message, metadata, first, at);
    if (message['role'] === 'user') this.#append('user', message, at);
    else {
      if (made && !preserved) this.#record();
      this.#step(message, preserved, time, at);
      this.#append('model', message, at);
    }
  }

  /**
   * Takes a compaction. Cline rewrites the file when it compacts: the compaction then is the first
   * message, and the messages marked as preserved are older than it.
   */
  #compaction(message: Fields, metadata: Fields, first: boolean, at: number | string): void {
    const trigger = triggerOf(metadata['reason']);
    const time = timeOf(message);
    if (first) {
      this.#rewritten = { trigger, removed: countOf(metadata['messagesRemoved']), time };
      return this.#append('user', message, at);
    }
    const summary = readContent(message['content'], this.#names);
    this.#builder.compaction({ kind: 'summary', trigger, summary, time });
  }

  /** Records the compaction that the file begins with, after the messages it preserved. */
  #record(): void {
    const rewritten = this.#rewritten;
    if (rewritten === null) return;
    this.#rewritten = null;
    const { trigger, removed } = rewritten;
    const kept = this.#builder.entryCount > 0 ? [[0, this.#builder.entryCount] as const] : [];
    this.#builder.compaction({ kind: 'summary', trigger, kept });
    const gone =
      removed === null ? 'The messages it replaced are' : `${removed} messages it replaced are`;
    this.#builder.notice(
      'history-rewritten',
      `The file begins with a compaction. ${gone} not in it.`,
    );
  }

  #step(message: Fields, preserved: boolean, time: string | null, at: number | string): void {
    const usage = stepUsage(this.#builder, message['metrics'], 'cline', at);
    const model = textOf(fieldsOf(message['modelInfo'])?.['id']);
    const label = preserved ? 'preserved' : this.#answering ? 'tool-results' : 'user-msg';
    this.#builder.step({ ...usage, model, time, label });
  }

  #append(role: Entry['role'], message: Fields, at: number | string): void {
    const parts = readContent(message['content'], this.#names);
    this.#answering = role === 'user' && parts.some(({ kind }) => kind === 'response');
    const [first] = parts;
    if (role === 'user' && first?.kind === 'text') this.#name ??= shorten(first.text);
    if (parts.length === 0) return;
    this.#builder.append(entryOf(role, parts, at, timeOf(message)));
  }
}

const timeOf = (message: Fields): string | null => isoOf(message['ts']);

function triggerOf(reason: unknown): RecordedCompaction['trigger'] {
  if (typeof reason !== 'string') return 'unknown';
  return reason.startsWith('manual') ? 'manual' : 'auto';
}
