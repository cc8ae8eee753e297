/**
 * OpenHands conversations as events: version 1 (`events/*.json` of a conversation, or all of them
 * in a list or line by line) and version 0 (`trajectory.json`).
 * https://docs.openhands.dev/sdk/arch/events
 */
import type { Json } from '@/lib/engine/session/schema';
import { OpenHandsLog } from './log';
import { VersionZero } from './version-0';
import { VersionOne } from './version-1';
import {
  defineImporter,
  type ImportContext,
  type TraceHead,
  type TraceInput,
  CountedReader,
} from '../../importer';
import {
  fieldsOf,
  isoOf,
  listOf,
  memberNames,
  textOf,
  type Fields,
} from '../../mechanisms/loose-json';

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
function eventOrder(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => conversationOf(name) !== null)
    .map((name) => ({ name, folder: conversationOf(name) ?? '', number: numberIn(name) }))
    .sort((a, b) => (a.folder === b.folder ? a.number - b.number : a.folder < b.folder ? -1 : 1))
    .map(({ name }) => name);
}

/** A conversation being read. */
type Conversation = ReturnType<typeof begin>;

/** Reads events of one conversation, or of several in folders of their own. */
class OpenHandsReader extends CountedReader {
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
    const place = { id, at, time: isoOf(event['timestamp']) };
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

function begin({ store }: ImportContext, folder: string) {
  const log = new OpenHandsLog(store);
  return {
    folder,
    log,
    known: new Set<string>(),
    one: new VersionOne(log),
    zero: new VersionZero(log),
  };
}

function idOf({ id }: Fields): string | null {
  return typeof id === 'number' ? String(id) : textOf(id);
}

/** Events of version 1 by name. */
const KINDS = /^(?:\w+Event|Condensation\w*|UserRejectObservation)$/;

/** True for an event of version 1, or one of version 0 with an action or an observation. */
function isEvent(value: unknown): boolean {
  const event = fieldsOf(value);
  if (typeof event?.['source'] !== 'string' || typeof event['timestamp'] !== 'string') return false;
  const { kind, id } = event;
  if (typeof kind === 'string') return typeof id === 'string' && KINDS.test(kind);
  if (typeof id !== 'number' || typeof event['message'] !== 'string') return false;
  return (
    (typeof event['action'] === 'string' && fieldsOf(event['args']) !== null) ||
    (typeof event['observation'] === 'string' && typeof event['content'] === 'string')
  );
}

/** Files beside the events, or below a folder of events. */
const BESIDE = /(?:^|\/)(?:events\/|base_state\.json$|meta\.json$|TASKS\.json$)/;

/** The name that version 1 gives an event's file: its number and its id. */
const NAMED_EVENT = /(?:^|\/)event-\d{5}-[\da-f]{8}-[\da-f-]{27}\.json$/;

function sniff({ kind, records }: TraceHead): boolean {
  if (kind === 'jsonl') return records.some(isEvent);
  if (kind === 'json') return listOf(records[0]).some(isEvent);
  const names = memberNames(records[0]).filter((name) => name.endsWith('.json'));
  const events = names.filter((name) => conversationOf(name) !== null);
  if (events.length === 0) return false;
  if (names.every((name) => BESIDE.test(name))) return true;
  // Without their folder, numbered files are events only by content or by their ids.
  if (names.some((name) => conversationOf(name) === null && !BESIDE.test(name))) return false;
  const first = fieldsOf(fieldsOf(records[0])?.['first']);
  return isEvent(first?.['value']) || events.every((name) => NAMED_EVENT.test(name));
}

/** Reads OpenHands' events; a condensation is a recorded compaction. */
export const openhandsEvents = defineImporter({
  id: 'openhands-events',
  label: 'OpenHands events',
  source: 'OpenHands',
  inputs: ['jsonl', 'json', 'archive'],
  memberOrder: eventOrder,
  sniff,
  start: (context, input) => new OpenHandsReader(context, input),
});
