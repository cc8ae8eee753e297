/**
 * Cline and Roo Code: a session of Cline's SDK (`<id>.messages.json`, with the newest compaction in
 * `<id>.compaction.json` beside it), a task's `api_conversation_history.json`, or that file and
 * `ui_messages.json` of one task together.
 * https://github.com/cline/cline/tree/main/sdk, https://github.com/RooCodeInc/Roo-Code/tree/main/src/core
 */
import type { Json } from '@/lib/engine/session/schema';
import { readCompactionState, type CompactionState } from './compaction-state';
import { SdkSession } from './sdk-session';
import { ClineTask } from './task';
import { readUi, type UiLog } from './ui';
import { defineImporter, type TraceHead, CountedReader } from '../../importer';
import { fieldsOf, listOf, memberNames, textOf, type Fields } from '../../mechanisms/loose-json';

/** Error for a file of the user interface without its task. */
const ALONE =
  'This is ui_messages.json, which holds the tokens and no text; import api_conversation_history.json of the same task, or both together in one folder or archive.';

const NOTHING: UiLog = { requests: [], compactions: [], roo: false };

/** Files in a task's folder. */
const TASK_FILES = new Set([
  'api_conversation_history.json',
  'ui_messages.json',
  'task_metadata.json',
  'context_history.json',
  'history_item.json',
  '_index.json',
]);

const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));

/** What a session's files are called by in front of the point. */
const MESSAGES = '.messages.json';
const COMPACTION = '.compaction.json';

/** True for a file in a task's folder, or in a session's, where the manifest is named after its folder. */
const isTaskFile = (name: string): boolean =>
  TASK_FILES.has(baseOf(name)) ||
  name.endsWith(MESSAGES) ||
  name.endsWith(COMPACTION) ||
  baseOf(name) === `${baseOf(folderOf(name))}.json`;

/** Order of the files: per session its compaction, then its messages; tasks behind them. */
const fileOrder = (names: readonly string[]): readonly string[] => [
  ...names.filter((name) => name.endsWith(MESSAGES) || name.endsWith(COMPACTION)).sort(),
  ...taskOrder(names),
];

/** Per task the user interface's messages first, then the history. */
function taskOrder(names: readonly string[]): readonly string[] {
  const histories = names.filter((name) => baseOf(name) === 'api_conversation_history.json').sort();
  const all = new Set(names);
  return histories.flatMap((name) => {
    const folder = folderOf(name);
    const ui = folder === '' ? 'ui_messages.json' : `${folder}/ui_messages.json`;
    return all.has(ui) ? [ui, name] : [name];
  });
}

/** Reads one file: a session of the SDK, or the history of a task. */
class ClineDocument extends CountedReader {
  #open: SdkSession | ClineTask | null = null;

  protected take(value: Json, at: number | string, list?: string): void {
    const document = fieldsOf(value);
    if (list === undefined) {
      // The messages of a list follow it.
      if (document !== null) this.#open = new SdkSession(this.context, document);
    } else if (list === '[]') this.#element(value, at);
    else this.#open?.message(value, at);
  }

  /**
   * Takes an element: a list holds the messages of a task, or of its user interface; the first
   * decides.
   */
  #element(value: Json, at: number | string): void {
    if (this.#open === null && this.nothing !== ALONE) {
      if (fieldsOf(value)?.['role'] === undefined) this.nothing = ALONE;
      else this.#open = new ClineTask(this.context, this.context.file, NOTHING);
    }
    if (this.nothing === ALONE) this.context.receipt.drop('not part of a request', at);
    else this.#open?.message(value, at);
  }

  protected close(): void {
    this.session(this.#open?.finish() ?? null);
    this.#open = null;
  }
}

/** Reads the sessions and tasks of a folder or an archive, in the order of `fileOrder`. */
class ClineFolders extends CountedReader {
  readonly #ids = new Set<string>();
  #ui: { readonly folder: string; readonly log: UiLog } | null = null;
  #compaction: { readonly of: string; readonly state: CompactionState } | null = null;

  protected take(value: Json, at: number | string): void {
    const member = fieldsOf(value);
    const name = textOf(member?.['name']) ?? String(at);
    const list = member?.['value'];
    const { receipt } = this.context;
    if (name.endsWith(COMPACTION)) this.#compacted(list, name);
    else if (name.endsWith(MESSAGES)) this.#session(fieldsOf(list), name);
    else if (!Array.isArray(list)) receipt.lose('not a list of messages', name);
    else if (baseOf(name) === 'ui_messages.json') {
      this.#ui = { folder: folderOf(name), log: readUi(listOf(list)) };
      receipt.merge('tokens of the task’s requests', name);
    } else if (baseOf(name) === 'api_conversation_history.json') this.#task(listOf(list), name);
    else receipt.drop('not part of a request', name);
  }

  protected close(): void {
    // Each task was handed over when its history came.
  }

  #compacted(value: unknown, name: string): void {
    const state = readCompactionState(value);
    if (state === null) return this.context.receipt.lose('not the state of a compaction', name);
    this.#compaction = { of: name.slice(0, -COMPACTION.length), state };
    this.context.receipt.merge('the session’s newest compaction', name);
  }

  #session(document: Fields | null, name: string): void {
    if (document === null || !isSdkSession(document))
      return this.context.receipt.lose('not a session', name);
    const own = this.#compaction?.of === name.slice(0, -MESSAGES.length);
    const session = new SdkSession(this.context, document, own ? this.#compaction?.state : null);
    listOf(document['messages']).forEach((message, i) => {
      session.message(message, `${name}: messages[${i}]`);
    });
    this.session(session.finish());
  }

  #task(history: readonly unknown[], name: string): void {
    const folder = folderOf(name);
    const ui = this.#ui?.folder === folder ? this.#ui.log : NOTHING;
    const base = baseOf(folder);
    const id = base === '' ? this.context.file : this.#ids.has(base) ? folder : base;
    if (this.#ids.has(id)) return this.context.receipt.drop('repeated task', name);
    this.#ids.add(id);
    this.session(new ClineTask(this.context, id, ui).read(history, name));
  }
}

/** A session of the SDK. */
function isSdkSession(document: Fields): boolean {
  if (!Array.isArray(document['messages']) || typeof document['sessionId'] !== 'string')
    return false;
  return typeof document['agent'] === 'string' && typeof document['updated_at'] === 'string';
}

/** True for a message of a task: Anthropic's shape, with fields that only Cline or Roo add. */
function isTaskMessage(value: unknown): boolean {
  const message = fieldsOf(value);
  if (message?.['role'] !== 'user' || !('content' in message)) return false;
  const texts = [message['content'], ...listOf(message['content'])].map(
    (block) => textOf(block) ?? textOf(fieldsOf(block)?.['text']) ?? '',
  );
  return texts.some((text) => /^\s*<(?:task|user_message)>|<environment_details>/.test(text));
}

/** A line of the user interface. */
function isUiMessage(value: unknown): boolean {
  const message = fieldsOf(value);
  const type = message?.['type'];
  if (message === null || typeof message['ts'] !== 'number') return false;
  return (type === 'say' || type === 'ask') && typeof message[type] === 'string';
}

function isDocument(document: Json | undefined): boolean {
  const fields = fieldsOf(document);
  if (fields !== null) return isSdkSession(fields);
  const [first] = listOf(document);
  return isTaskMessage(first) || isUiMessage(first);
}

/** True for a folder that holds sessions or tasks only. */
function isFolder({ records }: TraceHead): boolean {
  const names = memberNames(records[0]).filter((name) => /\.jsonl?$/.test(name));
  return (
    names.every(isTaskFile) &&
    names.some((name) => name.endsWith('api_conversation_history.json') || name.endsWith(MESSAGES))
  );
}

/** Reads Cline's and Roo Code's sessions. */
export const cline = defineImporter({
  id: 'cline',
  label: 'Cline, Roo Code',
  source: 'Cline, Roo',
  inputs: ['json', 'archive'],
  lists: ['messages[]', '[]'],
  memberOrder: fileOrder,
  sniff: (head) => (head.kind === 'archive' ? isFolder(head) : isDocument(head.records[0])),
  start: (context, input) =>
    input === 'archive' ? new ClineFolders(context) : new ClineDocument(context),
});
