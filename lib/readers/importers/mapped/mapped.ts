/**
 * Importer for any format of JSON records, read by a mapping: a host starts it, no sniffer claims
 * it.
 */
import { err, type Result } from '@/lib/engine/base/result';
import type { Json } from '@/lib/engine/session/schema';
import { CallSessions } from '../mechanisms/calls/call-sessions';
import { isPlainJson } from '@/lib/engine/base/json-depth';
import type { ImportContext, Importer, ImportError, TraceReader } from '../importer';
import { CallNames } from '../mechanisms/messages/turns';
import { Accountant, accountWords, type MappingAccount } from './account';
import { readCallRecord } from './call-record';
import type { Mapping } from './mapping';
import { MessageSessions } from './message-sessions';
import { planOf, recordsIn, type MappingPlan, type RecordFields } from './record-fields';
import { fieldsOf, type At } from '../mechanisms/loose-json';
import { EVERY } from './path';

/** The keys on the path to the outermost list of records; null if the records are in no list. */
function outer(records: readonly string[]): readonly string[] | null {
  const keys = records.slice(0, Math.max(0, records.indexOf(EVERY)));
  // The names of lists are written with these signs.
  return keys.length === 0 || keys.some((key) => /[.[\]\0]/.test(key) || key === '') ? null : keys;
}

/** The list of a mapping's records, as importers declare it. */
function listsOf(records: readonly string[]): readonly string[] {
  const keys = outer(records);
  return keys === null ? [] : [`${keys.join('.')}[]`];
}

/** A document whose list of records comes element by element. */
class MappedDocument {
  readonly #keys: readonly string[];
  #elements = 0;

  constructor(
    records: readonly string[],
    private readonly value: Json,
    readonly at: At,
  ) {
    this.#keys = outer(records) ?? [];
  }

  /** The document with only its next element, under the element's number in the list. */
  around(element: Json, at: At): Json {
    const number = /\[(\d+)\]$/.exec(String(at))?.[1] ?? String(this.#elements++);
    return inserted(this.value, this.#keys, { [number]: element });
  }
}

function inserted(value: Json, [key, ...keys]: readonly string[], list: Json): Json {
  if (key === undefined) return list;
  const fields = (fieldsOf(value) ?? {}) as Readonly<Record<string, Json>>;
  return { ...fields, [key]: inserted(fields[key] ?? null, keys, list) };
}

/** Id of every mapped format on receipts and sessions. */
const MAPPED = 'mapped';

/** Agent's name in sessions of a mapping without a name. */
const UNNAMED = 'Mapped format';

/**
 * The importer that reads records by a mapping. It claims no trace by itself. Its sessions name the
 * mapping's name, if it has one, as their agent. What it leaves out stands on the receipt; `told` is given the
 * whole account.
 */
export const mappedImporter = (
  mapping: Mapping,
  name = '',
  told?: (account: MappingAccount) => void,
): Importer => ({
  id: MAPPED,
  label: UNNAMED,
  inputs: ['jsonl', 'json'],
  lists: listsOf(planOf(mapping).records),
  sniff: () => false,
  start: (context) => new MappedReader(context, mapping, name || UNNAMED, told),
});

const NO_RECORD = 'no record under the mapped path';

class MappedReader implements TraceReader {
  readonly #plan: MappingPlan;
  /** Builds the sessions, from messages or from calls. */
  readonly #sessions: MessageSessions | CallSessions;
  readonly #names = new CallNames();
  /** The document around the elements of its list. */
  #document: MappedDocument | null = null;
  /** Place of a document whose records may still come. */
  #empty: At | null = null;
  #records = 0;
  readonly #account = new Accountant();

  constructor(
    private readonly context: ImportContext,
    mapping: Mapping,
    agent: string,
    private readonly told?: (account: MappingAccount) => void,
  ) {
    this.#plan = planOf(mapping);
    const watched = this.#watched();
    this.#sessions =
      mapping.record === 'call'
        ? new CallSessions(watched, { format: MAPPED, agent })
        : new MessageSessions(watched, agent);
  }

  /** The context, with an eye on what is stored and handed over. */
  #watched(): ImportContext {
    const { file, receipt, store } = this.context;
    return {
      file,
      receipt,
      store: {
        entry: (entry) => {
          const ref = store.entry(entry);
          this.#account.entry(ref, entry);
          return ref;
        },
        usage: (record) => store.usage(record),
      },
      session: (draft) => {
        this.#account.session(draft);
        this.context.session(draft);
      },
    };
  }

  record(value: Json, at: At, list?: string): void {
    this.#records++;
    const { receipt } = this.context;
    if (list === undefined) this.#settle();
    if (!isPlainJson(value)) return receipt.lose('nested too deep, or a number beyond range', at);
    const element = list === undefined ? null : this.#document;
    const root = element === null ? value : element.around(value, at);
    const read: unknown[] = [];
    for (const record of recordsIn(this.#plan, root, element?.at ?? at)) {
      read.push(this.#take(record), record.one('system'), record.one('tools'), record.one('error'));
    }
    const found = read.length > 0;
    this.#account.record(value, read);
    if (found) this.#empty = null;
    else if (list !== undefined) receipt.drop(NO_RECORD, at);
    else this.#empty = at;
    if (list === undefined) this.#document = new MappedDocument(this.#plan.records, value, at);
  }

  end(): Result<void, ImportError> | null {
    if (this.#records === 0) return err({ code: 'empty', message: 'The file holds no record.' });
    this.#settle();
    const end = this.#sessions.end();
    if (end?.ok === true) {
      const account = this.#account.finish();
      this.told?.(account);
      for (const sentence of accountWords(account)) this.context.receipt.remark(sentence);
    }
    return end;
  }

  /** Hands a record on; returns what was read of it. */
  #take(record: RecordFields): unknown {
    if (this.#sessions instanceof MessageSessions) return this.#sessions.record(record);
    const call = readCallRecord(record, this.#names);
    this.#sessions.take(call, record.at);
    if (typeof call === 'string') return null;
    return [call.system, call.tools, call.messages, call.output];
  }

  /** Drops a document without a record under the path and without an element that has one. */
  #settle(): void {
    if (this.#empty !== null) this.context.receipt.drop(NO_RECORD, this.#empty);
    this.#empty = null;
  }
}
