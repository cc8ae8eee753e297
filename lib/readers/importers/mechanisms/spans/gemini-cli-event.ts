import { fieldsOf, listOf, textOf } from '../loose-json';

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

/** The log records of a value: those of an OTLP payload with their attributes by name, else itself. */
export function geminiCliRecords(value: unknown): readonly unknown[] {
  const resources = fieldsOf(value)?.['resourceLogs'];
  if (!Array.isArray(resources)) return [value];
  return listOf(resources)
    .flatMap((resource) => listOf(fieldsOf(resource)?.['scopeLogs']))
    .flatMap((scope) => listOf(fieldsOf(scope)?.['logRecords']))
    .map((record) => {
      const pairs = listOf(fieldsOf(record)?.['attributes']).map((pair) => {
        const { key, value: held } = fieldsOf(pair) ?? {};
        return [String(key), heldValue(held)] as const;
      });
      return { attributes: Object.fromEntries(pairs) };
    });
}

/** What a value of OTLP's JSON holds; whole numbers are texts there. */
function heldValue(value: unknown): unknown {
  const [[kind, held] = ['', null]] = Object.entries(fieldsOf(value) ?? {});
  if (kind === 'arrayValue') return listOf(fieldsOf(held)?.['values']).map(heldValue);
  return kind === 'intValue' ? Number(held) : held;
}
