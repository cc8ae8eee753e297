import { fieldsOf, textOf, type Fields } from '../loose-json';

/** A record of Gemini CLI's own telemetry: what happened, and its attributes. */
interface GeminiCliEvent {
  /** Without `gemini_cli.`. */
  readonly name: string;
  readonly attributes: Fields;
}

const OWN = 'gemini_cli.';

/** The event of a log record of Gemini CLI; null for other records. */
export function geminiCliEvent(value: unknown): GeminiCliEvent | null {
  const attributes = fieldsOf(fieldsOf(value)?.['attributes']);
  const name = textOf(attributes?.['event.name']);
  if (attributes === null || !name?.startsWith(OWN)) return null;
  return { name: name.slice(OWN.length), attributes };
}
