import { isPlainJson } from '@/lib/engine/base/json-depth';
import type { Json } from '@/lib/engine/session/schema';
import { CollectingReader, hasTables, type ImportContext, type Importer } from '../../importer';
import type { At, Fields } from '../loose-json';
import { CallNames } from '../messages/turns';
import { CallSessions } from './call-sessions';
import type { RecordedCall } from './recorded-call';

/** Where a call stands in its log. */
export interface CallPlace {
  readonly at: At;
  readonly names: CallNames;
  /** Counts the calls from 1. */
  readonly number: number;
}

/** A log whose items are calls of the model, each read for itself. */
interface CallLog extends Omit<Importer, 'sniff' | 'start'> {
  readonly agent: string;
  /** sqlite only: the tables, with the columns by which the format is known. */
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  /** What an item is called on the receipt: "a span". */
  readonly item: string;
  /** The items of a record: itself, or those of a page. */
  readonly itemsIn: (record: unknown) => readonly unknown[];
  /** An item of this format; null for anything else. */
  readonly itemIn: (value: unknown) => Fields | null;
  /** Why an item is no call of the model; null for one that is. */
  readonly other?: (item: Fields) => string | null;
  /** The call, or why it cannot be read. */
  readonly callOf: (item: Fields, place: CallPlace) => RecordedCall | string;
}

class CallLogReader extends CollectingReader<CallSessions> {
  readonly #names = new CallNames();
  #number = 0;

  constructor(
    context: ImportContext,
    private readonly log: CallLog,
  ) {
    const { id: format, agent } = log;
    super(context, new CallSessions(context, { format, agent, thoughts: 'stripped' }));
  }

  record(value: Json, at: At): void {
    const items = this.log.itemsIn(value);
    items.forEach((item, i) => this.#item(item, items.length === 1 ? at : `${at}[${i}]`));
  }

  #item(value: unknown, at: At): void {
    const { receipt } = this.context;
    if (!isPlainJson(value)) return receipt.lose('nested too deep, or a number beyond range', at);
    const item = this.log.itemIn(value);
    if (item === null) return receipt.lose(`not ${this.log.item}`, at);
    const other = this.log.other?.(item) ?? null;
    if (other !== null) return receipt.drop(other, at);
    const place = { at, names: this.#names, number: ++this.#number };
    this.sessions.take(this.log.callOf(item, place), at);
  }
}

/** Declares a log of calls; requests that repeat each other are one session. */
export const defineCallLog = <const Log extends CallLog>(log: Log): Importer & Pick<Log, 'id'> => ({
  ...log,
  sniff: ({ kind, records }) =>
    kind === 'sqlite'
      ? hasTables(records[0], log.columns ?? {})
      : records.some((record) =>
          (Array.isArray(record) ? (record as readonly unknown[]) : log.itemsIn(record)).some(
            (one) => log.itemIn(one) !== null,
          ),
        ),
  start: (context) => new CallLogReader(context, log),
});
