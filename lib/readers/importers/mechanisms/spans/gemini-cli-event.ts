import { fieldsOf, textOf } from '../loose-json';

const OWN = 'gemini_cli.';

/** The event of a log record of Gemini CLI; null for other records. */
export function geminiCliEvent(value: unknown) {
  const attributes = fieldsOf(fieldsOf(value)?.['attributes']);
  const name = textOf(attributes?.['event.name']);
  if (attributes === null || !name?.startsWith(OWN)) return null;
  return {
    /** Without `gemini_cli.`. */
    name: name.slice(OWN.length),
    attributes,
  };
}
