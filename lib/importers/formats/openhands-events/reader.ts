import type { Json } from '@/lib/session/schema';
import type { ImportContext, TraceInput } from '../../importer';
import { CountedReader } from '../../mechanisms/counted-reader';
import {
  fieldsOf,
  millisecondsOf,
  textOf,
  timeText,
  type Fields,
} from '../../mechanisms/loose-json';
import { OpenHandsLog } from './log';
import { VersionOne } from './version-1';
import { VersionZero } from './version-0';

const EVENT = /^(.*?)(?:^|\/)events\/(?:event-)?\d+[^/]*\.json$/;
/** An event's file outside a folder of events, as a copy of that folder's content has it. */
const NUMBERED = /^(?:(.*)\/)?(?:\d+|event-\d+[^/]*)\.json$/;

/** Folder of the conversation that an event's file belongs to; null for any other file. */
export function conversationOf(name: string): string | null {
  const within = EVENT.exec(name)?.[1];
  if (within !== undefined) return within;
  const copied = NUMBERED.exec(name);
  return copied === null ? null : (copied[1] ?? '');
}

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

/** A conversation being read. */
interface Conversation {
  readonly folder: string;
  readonly log: OpenHandsLog;
  readonly known: Set<string>;
  readonly one: VersionOne;
  readonly zero: VersionZero;
}

/** Reads events of one conversation, or of several in folders of their own. */
export class OpenHandsReader extends CountedReader {
  protected override nothing = 'The events hold no model call.';
  #open: Conversation | null = null;
  readonly #ids = new Set<string>();

  constructor(
    context: ImportContext,
    private readonly input: TraceInput,
  ) {
    super(context);
  }

  protected take(value: Json, at: number | string): void {
    if (this.input === 'archive') {
      const member = fieldsOf(value);
      const name = textOf(member?.['name']) ?? String(at);
      const folder = conversationOf(name) ?? '';
      if (this.#open !== null && this.#open.folder !== folder) this.close();
      this.#event(member?.['value'], name, folder);
    } else this.#event(value, at, '');
  }

  #event(value: unknown, at: number | string, folder: string): void {
    const { receipt } = this.context;
    const event = fieldsOf(value);
    if (event === null) return receipt.lose('not an event', at);
    this.#open ??= begin(this.context, folder);
    const { known, one, zero } = this.#open;
    const id = idOf(event) ?? `@${at}`;
    if (known.has(id)) return receipt.merge('repeated event', at);
    known.add(id);
    const place = { id, at, time: timeText(millisecondsOf(event['timestamp'])) };
    const version = typeof event['kind'] === 'string' ? one : zero;
    const reason = version.event(event, place);
    if (reason === null) receipt.keep();
    else receipt.drop(reason, at);
  }

  protected close(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    const { file } = this.context;
    const folder = open.folder.split('/').findLast((part) => part !== '') ?? file;
    const sessionId = this.#ids.has(folder) ? open.folder : folder;
    this.#ids.add(sessionId);
    const draft = open.log.finish({
      name: sessionId,
      source: {
        format: 'openhands-events',
        file,
        agent: 'OpenHands',
        sessionId,
      },
    });
    this.session(draft);
  }
}

function begin({ store }: ImportContext, folder: string): Conversation {
  const log = new OpenHandsLog(store);
  return { folder, log, known: new Set(), one: new VersionOne(log), zero: new VersionZero(log) };
}

function idOf({ id }: Fields): string | null {
  return typeof id === 'number' ? String(id) : textOf(id);
}
