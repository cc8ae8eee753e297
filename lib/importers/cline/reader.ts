import { err, ok, type Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import type { ImportContext, ImportError, TraceReader } from '../importer';
import { fieldsOf, listOf, textOf } from '../loose-json';
import { SdkSession } from './sdk-session';
import { ClineTask } from './task';
import { readUi, type UiLog } from './ui';

const NOTHING: UiLog = { requests: [], compactions: [] };

/** Files that stand in a task's folder. */
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

/** True for a file that stands in the folder of a task. */
export const isTaskFile = (name: string): boolean => TASK_FILES.has(baseOf(name));

/** Of each task the user interface's messages first, then the history. */
export function taskOrder(names: readonly string[]): readonly string[] {
  const histories = names.filter((name) => baseOf(name) === 'api_conversation_history.json').sort();
  const all = new Set(names);
  return histories.flatMap((name) => {
    const folder = folderOf(name);
    const ui = folder === '' ? 'ui_messages.json' : `${folder}/ui_messages.json`;
    return all.has(ui) ? [ui, name] : [name];
  });
}

/** The end of a trace: what is to be said where it held no call. */
function endOf(records: number, sessions: number, alone: boolean): Result<void, ImportError> {
  if (records === 0) return err({ code: 'empty', message: 'The file holds no record.' });
  if (sessions > 0) return ok(undefined);
  const message = alone
    ? 'This is ui_messages.json, which holds the tokens and no text; import api_conversation_history.json of the same task, or both together in one folder or archive.'
    : 'The file holds no model call.';
  return err({ code: 'no-sessions', message });
}

/** Reads one file: a session of the SDK, or the history of a task. */
export class ClineDocument implements TraceReader {
  readonly #context: ImportContext;
  #open: SdkSession | ClineTask | null = null;
  #records = 0;
  #sessions = 0;
  #alone = false;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  record(value: Json, at: number | string, list?: string): void {
    this.#records++;
    const document = fieldsOf(value);
    if (list === undefined) {
      // The messages of a list follow it.
      if (document !== null) this.#open = new SdkSession(this.#context, document);
    } else if (list === '[]') this.#element(value, at);
    else this.#open?.message(value, at);
  }

  /** A list holds the messages of a task, or what its user interface showed: the first one tells. */
  #element(value: Json, at: number | string): void {
    if (this.#open === null && !this.#alone) {
      this.#alone = fieldsOf(value)?.['role'] === undefined;
      if (!this.#alone) this.#open = new ClineTask(this.#context, this.#context.file, NOTHING);
    }
    if (this.#alone) this.#context.receipt.drop('not part of a request', at);
    else this.#open?.message(value, at);
  }

  end(): Result<void, ImportError> {
    const draft = this.#open?.finish() ?? null;
    this.#open = null;
    if (draft !== null) {
      this.#context.session(draft);
      this.#sessions++;
    }
    return endOf(this.#records, this.#sessions, this.#alone);
  }
}

/** Reads the tasks of a folder or an archive, in the order that `taskOrder` gives their files. */
export class ClineFolders implements TraceReader {
  readonly #context: ImportContext;
  readonly #ids = new Set<string>();
  #ui: { readonly folder: string; readonly log: UiLog } | null = null;
  #records = 0;
  #sessions = 0;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  record(value: Json, at: number | string): void {
    this.#records++;
    const member = fieldsOf(value);
    const name = textOf(member?.['name']) ?? String(at);
    const list = member?.['value'];
    const { receipt } = this.#context;
    if (!Array.isArray(list)) receipt.drop('not a list of messages', name);
    else if (baseOf(name) === 'ui_messages.json') {
      this.#ui = { folder: folderOf(name), log: readUi(listOf(list)) };
      receipt.merge('tokens of the task’s requests', name);
    } else if (baseOf(name) === 'api_conversation_history.json') this.#task(listOf(list), name);
    else receipt.drop('not part of a request', name);
  }

  end(): Result<void, ImportError> {
    return endOf(this.#records, this.#sessions, false);
  }

  #task(history: readonly unknown[], name: string): void {
    const folder = folderOf(name);
    const ui = this.#ui?.folder === folder ? this.#ui.log : NOTHING;
    const base = baseOf(folder);
    const id = base === '' ? this.#context.file : this.#ids.has(base) ? folder : base;
    if (this.#ids.has(id)) {
      this.#context.receipt.drop('repeated task', name);
      return;
    }
    this.#ids.add(id);
    const draft = new ClineTask(this.#context, id, ui).read(history, name);
    if (draft === null) return;
    this.#context.session(draft);
    this.#sessions++;
  }
}
