import type { SessionInfo } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Entry, Part, RecordedCompaction } from '@/lib/engine/session/schema';
import { entryOf, stepUsage } from '../../mechanisms/session-facts';
import { SessionLog } from '../../mechanisms/session-log';
import type { ImportContext } from '../../importer';
import { countOf, fieldsOf, isoOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { textParts } from '../../mechanisms/messages/parts';
import { CallNames } from '../../mechanisms/messages/turns';
import { rangesOf } from '../../mechanisms/item-index';
import type { CompactionState } from './compaction-state';
import { readContent } from './content';

/** A file that begins with a compaction, which is recorded after the messages it preserved. */
interface Rewritten {
  readonly trigger: RecordedCompaction['trigger'];
  readonly removed: number | null;
  readonly time: string | null;
}

/** Reads one session of Cline's SDK. */
export class SdkSession {
  readonly #log: SessionLog;
  readonly #names = new CallNames();
  #messages = 0;
  /** The newest compaction was taken; entries that it kept. */
  #noted = false;
  readonly #kept: number[] = [];
  #rewritten: Rewritten | null = null;

  constructor(
    private readonly context: ImportContext,
    document: Fields,
    private readonly state: CompactionState | null | undefined = null,
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
    this.#log = new SessionLog(context.store, info);
    this.#log.system(textParts(document['system_prompt']));
  }

  /** Takes the next message. */
  message(value: unknown, at: number | string): void {
    const message = fieldsOf(value);
    const shown = fieldsOf(message?.['metadata']);
    if (message !== null && shown?.['displayOnly'] === true) return this.#shown(message, shown, at);
    this.#compactedHere();
    const first = this.#messages++ === 0;
    const role = message?.['role'];
    if (message === null || (role !== 'user' && role !== 'assistant')) {
      return this.context.receipt.lose('neither a user’s nor a model’s message', at);
    }
    this.context.receipt.keep();
    this.#message(message, first, at);
  }

  /** Takes a message that is only shown: one of an error is a call that failed. */
  #shown(message: Fields, metadata: Fields, at: number | string): void {
    this.context.receipt.drop('shown and never sent', at);
    if (metadata['displayRole'] !== 'error') return;
    this.#compactedHere();
    const model = textOf(fieldsOf(message['modelInfo'])?.['id']);
    this.#log.failedCall({ model, time: timeOf(message), label: this.#log.label }, null, at);
  }

  /** The session; null if no model was called. */
  finish(): SessionDraft | null {
    this.#record();
    this.#compactedHere();
    return this.#log.end();
  }

  #compactedHere(): void {
    if (this.#noted || this.state === null || this.#messages !== this.state?.messages) return;
    this.#noted = true;
    this.#newest(this.state);
  }

  /** Records the compaction that Cline kept beside the messages, behind those that it was made of. */
  #newest({ summary, json, preTokens, time }: CompactionState): void {
    const kept = rangesOf(this.#kept);
    this.#log.compaction({
      ...{ kind: 'summary', trigger: 'auto', summary, kept, json, preTokens, time },
    });
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
    this.#log.compaction({ kind: 'summary', trigger, summary, time });
  }

  /** Records the compaction that the file begins with, after the messages it preserved. */
  #record(): void {
    const rewritten = this.#rewritten;
    if (rewritten === null) return;
    this.#rewritten = null;
    const { trigger, removed } = rewritten;
    const kept = this.#log.entryCount > 0 ? [[0, this.#log.entryCount] as const] : [];
    this.#log.compaction({ kind: 'summary', trigger, kept });
    const gone =
      removed === null ? 'The messages it replaced are' : `${removed} messages it replaced are`;
    this.#log.notice('history-rewritten', `The file begins with a compaction. ${gone} not in it.`);
  }

  #step(message: Fields, preserved: boolean, time: string | null, at: number | string): void {
    const usage = stepUsage(this.#log, message['metrics'], 'cline', at);
    const model = textOf(fieldsOf(message['modelInfo'])?.['id']);
    const label = preserved ? 'preserved' : this.#log.label;
    this.#log.step({ ...usage, model, time, label });
  }

  #append(role: Entry['role'], message: Fields, at: number | string): void {
    const parts = readContent(message['content'], this.#names);
    this.#log.answering = role === 'user' && parts.some(({ kind }) => kind === 'response');
    if (role === 'user') this.#log.said(parts);
    const own = entryOf(role, parts.map(unwrapped), at, timeOf(message));
    const entry = parts.length === 0 ? -1 : this.#log.append({ ...own, json: jsonOf(message) });
    const id = textOf(message['id']);
    if (entry >= 0 && id !== null && this.state?.kept.has(id) === true) this.#kept.push(entry);
  }
}

/** UTF-16 units of a message as it is stored: what Cline counts. */
const jsonOf = (message: Fields): number => JSON.stringify(message).length;

/** A prompt without the mark of its mode, which is sent without it. */
function unwrapped(part: Part): Part {
  if (part.kind !== 'text') return part;
  const text = /^<user_input mode="[^"]*">([^]*)<\/user_input>$/.exec(part.text)?.[1];
  return text === undefined ? part : { ...part, text };
}

const timeOf = (message: Fields): string | null => isoOf(message['ts']);

function triggerOf(reason: unknown): RecordedCompaction['trigger'] {
  if (typeof reason !== 'string') return 'unknown';
  return reason.startsWith('manual') ? 'manual' : 'auto';
}
