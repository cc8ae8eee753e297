/** Any format of JSON records, read as a mapping says: a host starts it, no sniffer claims for it. */
import { err, type Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { CallSessions } from '../calls/call-sessions';
import { isReadable } from '../exchange/body';
import type { ImportContext, ImportError, Importer, TraceReader } from '../importer';
import { CallNames } from '../messages/turns';
import { readCallRecord } from './call-record';
import type { Mapping } from './mapping';
import { MessageSessions } from './message-sessions';
import { listsOf, MappedDocument } from './mapped-document';
import { planOf, recordsIn, type MappingPlan, type RecordFields } from './record-fields';

/** Id of every mapped format on receipts and sessions. */
export const MAPPED = 'mapped';

/** What a session of a mapping without a name says of its agent. */
const UNNAMED = 'Mapped format';

/**
 * The importer that reads records as a mapping says. It claims nothing by itself. The mapping's name,
 * where it has one, is what its sessions name as their agent.
 */
export const mappedImporter = (mapping: Mapping, name = ''): Importer => ({
  id: MAPPED,
  label: UNNAMED,
  inputs: ['jsonl', 'json'],
  lists: listsOf(planOf(mapping).records),
  sniff: () => false,
  start: (context) => new MappedReader(context, mapping, name || UNNAMED),
});

/** What takes the records of one kind of mapping. */
interface Taker {
  record(record: RecordFields): void;
  end(): Result<void, ImportError> | null;
}

const NO_RECORD = 'no record under the mapped path';

class MappedReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #plan: MappingPlan;
  readonly #taker: Taker;
  /** What the elements of its list stand in. */
  #document: MappedDocument | null = null;
  /** Place of a document whose records may still come. */
  #empty: number | string | null = null;
  #records = 0;

  constructor(context: ImportContext, mapping: Mapping, agent: string) {
    this.#context = context;
    this.#plan = planOf(mapping);
    this.#taker =
      mapping.record === 'call'
        ? new CallTaker(context, agent)
        : new MessageSessions(context, agent);
  }

  record(value: Json, at: number | string, list?: string): void {
    this.#records++;
    const { receipt } = this.#context;
    if (list === undefined) this.#settle();
    if (!isReadable(value)) {
      receipt.drop('holds what cannot be stored', at);
      return;
    }
    const element = list === undefined ? null : this.#document;
    const root = element === null ? value : element.around(value, at);
    let found = false;
    for (const record of recordsIn(this.#plan, root, element?.at ?? at)) {
      found = true;
      this.#taker.record(record);
    }
    if (found) this.#empty = null;
    else if (list !== undefined) receipt.drop(NO_RECORD, at);
    else this.#empty = at;
    if (list === undefined) this.#document = new MappedDocument(this.#plan.records, value, at);
  }

  end(): Result<void, ImportError> | null {
    if (this.#records === 0) return err({ code: 'empty', message: 'The file holds no record.' });
    this.#settle();
    return this.#taker.end();
  }

  /** A document without a record under the path, and without an element that has one. */
  #settle(): void {
    if (this.#empty !== null) this.#context.receipt.drop(NO_RECORD, this.#empty);
    this.#empty = null;
  }
}

class CallTaker implements Taker {
  readonly #context: ImportContext;
  readonly #sessions: CallSessions;
  readonly #names = new CallNames();

  constructor(context: ImportContext, agent: string) {
    this.#context = context;
    this.#sessions = new CallSessions(context, { format: MAPPED, agent });
  }

  record(record: RecordFields): void {
    const { receipt } = this.#context;
    const call = readCallRecord(record, this.#names);
    if (typeof call === 'string') {
      receipt.drop(call, record.at);
      return;
    }
    this.#sessions.call(call);
    receipt.keep();
  }

  end(): Result<void, ImportError> | null {
    return this.#sessions.end();
  }
}
