import { err, ok, type Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import type { ImportContext, ImportError, TraceInput, TraceReader } from '../importer';
import { fieldsOf, millisecondsOf, textOf, timeText, type Fields } from '../loose-json';
import { OpenHandsLog } from './log';
import { VersionOne } from './version-1';
import { VersionZero } from './version-0';

/** Where an event stands. */
export interface Place {
  readonly id: string;
  readonly at: number | string;
  readonly time: string | null;
}

const EVENT = /^(.*?)(?:^|\/)events\/(?:event-)?\d+[^/]*\.json$/;

/** Folder of the conversation that an event's file belongs to; null for any other file. */
export const conversationOf = (name: string): string | null => EVENT.exec(name)?.[1] ?? null;

const numberIn = (name: string): number =>
  Number(/(\d+)[^/]*\.json$/.exec(name.slice(name.lastIndexOf('/') + 1))?.[1] ?? 0);

/** Event files, one conversation after the other, by their numbers. */
export function eventOrder(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => conversationOf(name) !== null)
    .map((name) => ({ name, folder: conversationOf(name) ?? '', number: numberIn(name) }))
    .sort((a, b) => (a.folder === b.folder ? a.number - b.number : a.folder < b.folder ? -1 : 1))
    .map(({ name }) => name);
}

/** A conversation that is being read. */
interface Conversation {
  readonly folder: string;
  readonly log: OpenHandsLog;
  readonly known: Set<string>;
  readonly one: VersionOne;
  readonly zero: VersionZero;
}

/** Reads events of one conversation, or of several in folders of their own. */
export class OpenHandsReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #input: TraceInput;
  #open: Conversation | null = null;
  readonly #ids = new Set<string>();
  #records = 0;
  #sessions = 0;

  constructor(context: ImportContext, input: TraceInput) {
    this.#context = context;
    this.#input = input;
  }

  record(value: Json, at: number | string): void {
    this.#records++;
    if (this.#input === 'archive') {
      const member = fieldsOf(value);
      const name = textOf(member?.['name']) ?? String(at);
      const folder = conversationOf(name) ?? '';
      if (this.#open !== null && this.#open.folder !== folder) this.#close();
      this.#event(member?.['value'], name, folder);
    } else this.#event(value, at, '');
  }

  end(): Result<void, ImportError> {
    this.#close();
    if (this.#records === 0) return err({ code: 'empty', message: 'The file holds no record.' });
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: 'The events hold no model call.' });
  }

  #event(value: unknown, at: number | string, folder: string): void {
    const { receipt } = this.#context;
    const event = fieldsOf(value);
    if (event === null) {
      receipt.drop('not an event', at);
      return;
    }
    this.#open ??= begin(this.#context, folder);
    const { known, one, zero } = this.#open;
    const id = idOf(event) ?? `@${at}`;
    if (known.has(id)) {
      receipt.merge('repeated event', at);
      return;
    }
    known.add(id);
    const place = { id, at, time: timeText(millisecondsOf(event['timestamp'])) };
    const version = typeof event['kind'] === 'string' ? one : zero;
    const reason = version.event(event, place);
    if (reason === null) receipt.keep();
    else receipt.drop(reason, at);
  }

  #close(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    const { file } = this.#context;
    const folder = open.folder.split('/').findLast((part) => part !== '') ?? file;
    const sessionId = this.#ids.has(folder) ? open.folder : folder;
    this.#ids.add(sessionId);
    const draft = open.log.finish({
      name: sessionId,
      thoughts: 'kept',
      source: {
        format: 'openhands-events',
        file,
        agent: 'OpenHands',
        agentVersion: null,
        sessionId,
        lane: 'main',
        parent: null,
      },
    });
    if (draft === null) return;
    this.#context.session(draft);
    this.#sessions++;
  }
}

function begin({ store }: ImportContext, folder: string): Conversation {
  const log = new OpenHandsLog(store);
  return { folder, log, known: new Set(), one: new VersionOne(log), zero: new VersionZero(log) };
}

function idOf({ id }: Fields): string | null {
  return typeof id === 'number' ? String(id) : textOf(id);
}
