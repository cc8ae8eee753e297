import { isPlainJson } from '@/lib/engine/base/json-depth';
import { SessionBuilder } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Json } from '@/lib/engine/session/schema';
import { shorten } from '../../mechanisms/session-facts';
import { asList, asObject, asText, readContent, type JsonObject } from '../../mechanisms/genai';
import type { ImportContext } from '../../importer';
import type { At, Fields } from '../../mechanisms/loose-json';
import { textIn } from './message';
import { infoOf } from './source';

/** First words of Gemini CLI's setup message, the first of every saved history. */
const SETUP = /^\s*(This is the Gemini CLI\b|<session_context>)/;

/**
 * The contents of a `/chat save` file: a list, or an object in versions that also save
 * authentication.
 */
function checkpointContents(document: Json | undefined): readonly Json[] {
  return Array.isArray(document)
    ? (document as readonly Json[])
    : asList(asObject(document)?.['history']);
}

/** True for a saved history: contents that begin with Gemini CLI's setup, or name the authentication. */
export function isCheckpoint(document: Json | undefined): boolean {
  const [first] = checkpointContents(document);
  const content = asObject(first);
  if (content?.['role'] !== 'user' || !Array.isArray(content['parts'])) return false;
  if (!Array.isArray(document)) return asText(asObject(document)?.['authType']) !== null;
  const part: JsonObject | null = asObject(asList(content['parts'])[0]);
  return SETUP.test((asText(part?.['text']) ?? '').slice(0, 200));
}

/** True for a content of a saved history, false for a message of a chat. */
export const isContent = (fields: Fields | null): boolean =>
  (fields?.['role'] === 'user' || fields?.['role'] === 'model') &&
  Array.isArray(fields['parts']) &&
  !('type' in fields);

/** Reads a saved history. It has no usage: every content of the model is a call without a count. */
export class Checkpoint {
  readonly #builder: SessionBuilder;
  #contents = 0;
  #title: string | null = null;

  constructor(
    private readonly context: ImportContext,
    id: string,
  ) {
    const { store, file } = context;
    this.#builder = new SessionBuilder(
      store,
      infoOf({}, { id, title: null, file, agent: 'Gemini CLI' }),
    );
  }

  /** Takes the next content. */
  content(value: Json, at: At): void {
    const { receipt } = this.context;
    const first = this.#contents++ === 0;
    const content = isPlainJson(value) ? readContent(value, 'user') : null;
    if (content === null || content.parts.length === 0) {
      return receipt.drop('message without content', at);
    }
    if (content.role === 'model') this.#builder.step();
    else if (!first) this.#title ??= shorten(textIn(content.parts));
    this.#builder.append({ ...content, origin: at });
    receipt.keep();
  }

  /** The session; null if no model was called. */
  finish(): SessionDraft | null {
    if (this.#builder.stepCount === 0) return null;
    if (this.#title !== null) this.#builder.rename({ name: this.#title });
    return this.#builder.finish();
  }
}
