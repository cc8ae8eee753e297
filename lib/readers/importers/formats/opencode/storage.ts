import type { Json } from '@/lib/engine/session/schema';
import { CountedReader } from '../../importer';
import { fieldsOf, textOf, type Fields, type At } from '../../mechanisms/loose-json';
import { OpenCodeSession } from './session';

const SESSION = /(?:^|\/)session\/[^/]+\/([^/]+)\.json$/;
const MESSAGE = /(?:^|\/)message\/([^/]+)\/([^/]+)\.json$/;
const PART = /(?:^|\/)part\/(?:[^/]+\/)?([^/]+)\/([^/]+)\.json$/;

/** True for the files under `storage/`, with messages and parts in separate files. */
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

/** Reads the files under `storage/` in the order of `storageOrder`. */
export class OpenCodeStorage extends CountedReader {
  protected override empty = 'The archive holds no record.';
  protected override nothing = 'The archive holds no model call.';
  readonly #infos = new Map<string, Fields>();
  #session: { readonly id: string; readonly reader: OpenCodeSession } | null = null;
  readonly #finished = new Set<string>();
  #message: OpenMessage | null = null;

  protected take(value: Json, at: At): void {
    const { receipt } = this.context;
    const member = fieldsOf(value);
    const name = textOf(member?.['name']) ?? String(at);
    const content = fieldsOf(member?.['value']);
    const [, sessionId, id] = MESSAGE.exec(name) ?? [];
    if (content === null) receipt.lose('not an object', name);
    else if (PART.test(name)) this.#part(content, name);
    else if (sessionId !== undefined && id !== undefined) {
      this.#closeMessage();
      this.#message = { sessionId, id, info: { id, ...content }, name, parts: [] };
    } else if (SESSION.test(name)) {
      this.#infos.set(textOf(content['id']) ?? SESSION.exec(name)?.[1] ?? name, content);
      receipt.keep();
    } else receipt.drop('not part of a session', name);
  }

  protected close(): void {
    this.#closeMessage();
    this.#closeSession();
  }

  #part(content: Fields, name: string): void {
    const { receipt } = this.context;
    if (this.#message === null || PART.exec(name)?.[1] !== this.#message.id) {
      return receipt.lose('part of a missing message', name);
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
      return this.context.receipt.lose('message apart from its session', message.name);
    }
    const info = this.#infos.get(message.sessionId) ?? {};
    this.#session ??= {
      id: message.sessionId,
      reader: new OpenCodeSession(this.context, info, message.sessionId),
    };
    this.#session.reader.message(message.info, message.parts, message.name);
  }

  #closeSession(): void {
    if (this.#session === null) return;
    this.#finished.add(this.#session.id);
    for (const draft of this.#session.reader.finish()) this.session(draft);
    this.#session = null;
  }
}
