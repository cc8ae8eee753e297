import { err, ok, type Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import type { ImportContext, ImportError, TraceReader } from '../importer';
import { fieldsOf, textOf, type Fields } from '../loose-json';
import { OpenCodeSession } from './session';

const SESSION = /(?:^|\/)session\/[^/]+\/([^/]+)\.json$/;
const MESSAGE = /(?:^|\/)message\/([^/]+)\/([^/]+)\.json$/;
const PART = /(?:^|\/)part\/(?:[^/]+\/)?([^/]+)\/([^/]+)\.json$/;

/** True for the files under `storage/`: messages and parts apart. */
export const isStorage = (names: readonly string[]): boolean =>
  names.some((name) => MESSAGE.test(name)) && names.some((name) => PART.test(name));

/** Sessions first, then each message followed by its parts; identifiers rise with time. */
export function storageOrder(names: readonly string[]): readonly string[] {
  const parts = new Map<string, string[]>();
  for (const name of [...names].sort()) {
    const message = PART.exec(name)?.[1];
    if (message === undefined) continue;
    const known = parts.get(message);
    if (known) known.push(name);
    else parts.set(message, [name]);
  }
  const sorted = [...names].sort();
  const messages = sorted.filter((name) => MESSAGE.test(name) && !PART.test(name));
  const sessions = sorted.filter((name) => SESSION.test(name) && !MESSAGE.test(name));
  return [
    ...sessions,
    ...messages.flatMap((name) => [name, ...(parts.get(MESSAGE.exec(name)?.[2] ?? '') ?? [])]),
  ];
}

/** A message whose parts are still coming. */
interface OpenMessage {
  readonly sessionId: string;
  readonly id: string;
  readonly info: Fields;
  readonly name: string;
  readonly parts: Json[];
}

/** Reads the files under `storage/` in the order that `storageOrder` gives them. */
export class OpenCodeStorage implements TraceReader {
  readonly #context: ImportContext;
  readonly #infos = new Map<string, Fields>();
  #session: { readonly id: string; readonly reader: OpenCodeSession } | null = null;
  readonly #finished = new Set<string>();
  #message: OpenMessage | null = null;
  #records = 0;
  #sessions = 0;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  record(value: Json, at: number | string): void {
    this.#records++;
    const { receipt } = this.#context;
    const member = fieldsOf(value);
    const name = textOf(member?.['name']) ?? String(at);
    const content = fieldsOf(member?.['value']);
    const [, sessionId, id] = MESSAGE.exec(name) ?? [];
    if (content === null) receipt.drop('not an object', name);
    else if (PART.test(name)) this.#part(content, name);
    else if (sessionId !== undefined && id !== undefined) {
      this.#closeMessage();
      this.#message = { sessionId, id, info: { id, ...content }, name, parts: [] };
    } else if (SESSION.test(name)) {
      this.#infos.set(textOf(content['id']) ?? SESSION.exec(name)?.[1] ?? name, content);
      receipt.keep();
    } else receipt.drop('not part of a session', name);
  }

  end(): Result<void, ImportError> {
    this.#closeMessage();
    this.#closeSession();
    if (this.#records === 0) return err({ code: 'empty', message: 'The archive holds no record.' });
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: 'The archive holds no model call.' });
  }

  #part(content: Fields, name: string): void {
    const { receipt } = this.#context;
    if (this.#message === null || PART.exec(name)?.[1] !== this.#message.id) {
      receipt.drop('part of a message that is not there', name);
      return;
    }
    this.#message.parts.push(content as Json);
    receipt.merge('part of its message', name);
  }

  #closeMessage(): void {
    const message = this.#message;
    if (message === null) return;
    this.#message = null;
    if (this.#session?.id !== message.sessionId) this.#closeSession();
    if (this.#finished.has(message.sessionId)) {
      this.#context.receipt.drop('message apart from its session', message.name);
      return;
    }
    const info = this.#infos.get(message.sessionId) ?? {};
    this.#session ??= {
      id: message.sessionId,
      reader: new OpenCodeSession(this.#context, info, message.sessionId),
    };
    this.#session.reader.message(message.info, message.parts, message.name);
  }

  #closeSession(): void {
    if (this.#session === null) return;
    this.#finished.add(this.#session.id);
    for (const draft of this.#session.reader.finish()) {
      this.#context.session(draft);
      this.#sessions++;
    }
    this.#session = null;
  }
}
