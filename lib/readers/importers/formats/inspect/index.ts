/**
 * Inspect's evaluation logs: `.eval` archives (one file a sample, or chunks of it) and `.json`.
 * https://inspect.aisi.org.uk/eval-logs.html
 */
import { isPlainJson } from '@/lib/engine/base/json-depth';
import type { Result } from '@/lib/engine/base/result';
import type { Json } from '@/lib/engine/session/schema';
import { SampleReader, type EvalInfo } from './sample';
import {
  defineImporter,
  type ImportContext,
  type ImportError,
  type TraceHead,
  type TraceReader,
} from '../../importer';
import { CallSessions } from '../../mechanisms/calls/call-sessions';
import { fieldsOf, memberNames, textOf, type Fields, type At } from '../../mechanisms/loose-json';

/** The kind of an archive's member: a file of the log, or of the sample under `prefix`. */
type InspectMember =
  | { readonly kind: 'header' }
  | { readonly kind: 'sample'; readonly prefix: string }
  | {
      readonly kind: 'shell' | 'attachments' | 'messages' | 'events';
      readonly prefix: string;
      readonly start: number;
    };

const header = /(^|\/)header\.json$/;
const chunk = /^(.*samples\/[^/]+)\/(attachments|messages|events)\/(\d+)\.json$/;
const shell = /^(.*samples\/[^/]+)\/sample\.json$/;
const whole = /^(.*samples\/[^/]+)\.json$/;

/** The kind of a member by its path; null for one that repeats others (summaries, statistics). */
export function partOf(name: string): InspectMember | null {
  if (header.test(name)) return { kind: 'header' };
  const piece = chunk.exec(name);
  if (piece) {
    const [, prefix = '', kind, start] = piece;
    return { kind: kind as 'attachments' | 'messages' | 'events', prefix, start: Number(start) };
  }
  const begun = shell.exec(name);
  if (begun) return { kind: 'shell', prefix: begun[1] ?? '', start: 0 };
  const sample = whole.exec(name);
  return sample ? { kind: 'sample', prefix: sample[1] ?? '' } : null;
}

/** Order of kinds: a referenced file comes before the events. */
const rank = { header: 0, sample: 1, shell: 1, attachments: 2, messages: 3, events: 4 } as const;

/** The members to read: the header, then sample by sample, each in the order its pieces need. */
export function inspectOrder(names: readonly string[]): readonly string[] {
  const parts = names.flatMap((name) => {
    const part = partOf(name);
    if (part === null) return [];
    const prefix = part.kind === 'header' ? '' : part.prefix;
    const start = 'start' in part ? part.start : 0;
    return [{ name, prefix, rank: rank[part.kind], start }];
  });
  parts.sort(
    (a, b) =>
      (a.prefix < b.prefix ? -1 : a.prefix > b.prefix ? 1 : 0) ||
      a.rank - b.rank ||
      a.start - b.start,
  );
  const first = parts.filter((part) => part.rank === 0);
  return [...first, ...parts.filter((part) => part.rank > 0)].map(({ name }) => name);
}

const id = 'inspect';

const isHeader = (value: unknown): boolean => {
  const log = fieldsOf(value);
  return (
    typeof log?.['version'] === 'number' && typeof fieldsOf(log['eval'])?.['task'] === 'string'
  );
};

function sniff({ kind, records }: TraceHead): boolean {
  const [head] = records;
  if (kind === 'json') return isHeader(head) && 'status' in (fieldsOf(head) ?? {});
  const names = memberNames(head);
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  return has(/(^|\/)(header|_journal\/start)\.json$/) && has(/(^|\/)samples\/.*\.json$/);
}

/** Reads evaluation logs: a session for each sample, epoch and agent. */
export const inspect = defineImporter({
  id,
  label: 'Inspect evaluation log',
  source: 'Inspect',
  inputs: ['json', 'archive'],
  lists: ['samples[]'],
  memberOrder: inspectOrder,
  sniff,
  start: (context, input) => new InspectReader(context, input === 'archive'),
});

class InspectReader implements TraceReader {
  #info: EvalInfo = { task: null, model: null };
  #version: string | null = null;
  #sessions: CallSessions | null = null;
  /** The sample being read, if it is cut into several files. */
  #open: { readonly prefix: string; readonly sample: SampleReader } | null = null;

  constructor(
    private readonly context: ImportContext,
    private readonly archive: boolean,
  ) {}

  record(value: Json, at: At, list?: string): void {
    const member = this.archive ? fieldsOf(value) : null;
    const content: unknown = member === null ? value : member['value'];
    if (!isPlainJson(content)) {
      this.context.receipt.lose('nested too deep, or a number beyond range', at);
    } else if (member !== null) this.#member(textOf(member['name']) ?? '', content, at);
    else if (list !== undefined) this.#sample(content, String(at));
    else this.#document(content, at);
  }

  end(): Result<void, ImportError> | null {
    return this.#calls().end();
  }

  #calls(): CallSessions {
    this.#sessions ??= new CallSessions(this.context, {
      format: id,
      agent: 'Inspect',
      agentVersion: this.#version,
      thoughts: 'stripped',
    });
    return this.#sessions;
  }

  #document(content: unknown, at: At): void {
    const log = fieldsOf(content);
    if (log === null || !isHeader(log)) {
      return this.context.receipt.lose('not an evaluation log', at);
    }
    this.#header(log);
  }

  #header(log: Fields): void {
    const spec = fieldsOf(log['eval']);
    this.#info = { task: textOf(spec?.['task']), model: textOf(spec?.['model']) };
    this.#version = textOf(fieldsOf(spec?.['packages'])?.['inspect_ai']);
  }

  #member(name: string, content: unknown, at: At): void {
    const part = partOf(name);
    const { receipt } = this.context;
    if (part === null) receipt.drop('not part of a sample', at);
    else if (part.kind === 'header') {
      this.#header(fieldsOf(content) ?? {});
      receipt.merge('facts shared by all samples', at);
    } else if (part.kind === 'sample') this.#sample(content, name);
    else {
      const reader = this.#sampleAt(part.prefix);
      if (part.kind !== 'events') receipt.merge('a piece of a sample', at);
      reader.piece(part.kind, content, name);
    }
  }

  #sampleAt(prefix: string): SampleReader {
    if (this.#open?.prefix === prefix) return this.#open.sample;
    const sample = new SampleReader(this.#calls(), this.context.receipt, this.#info);
    this.#open = { prefix, sample };
    return sample;
  }

  #sample(value: unknown, at: string): void {
    const sample = fieldsOf(value);
    if (sample === null) return this.context.receipt.lose('not a sample', at);
    const reader = new SampleReader(this.#calls(), this.context.receipt, this.#info);
    reader.whole(sample, at);
  }
}
