/**
 * Another agent's events as an ADK agent sees them: as text of the user.
 * adk-python flows/llm_flows/contents.py, adk-go internal/llminternal/contents_processor.go.
 */
import type { Entry, Json, Part } from '@/lib/engine/session/schema';
import { goJson } from '@/lib/engine/tokens/go-format';
import type { AdkEvent } from './event';

/** The entry that another agent's request holds for `event`; null if it shows nothing of it. */
export function foreignEntry(event: AdkEvent): Pick<Entry, 'role' | 'parts'> | null {
  const print = event.language === 'go' ? goJson : pythonValue;
  const parts = (event.content?.parts ?? []).flatMap((part) => {
    // Python leaves thoughts out; Go does not distinguish them from text.
    if (part.kind === 'thought' && event.language !== 'go') return [];
    return [foreignPart(part, event.author, print)];
  });
  if (parts.length === 0) return null;
  return { role: 'user', parts: [{ kind: 'text', text: 'For context:' }, ...parts] };
}

function foreignPart(part: Part, author: string, print: (value: Json) => string): Part {
  switch (part.kind) {
    case 'text':
    case 'thought':
      return { kind: 'text', text: `[${author}] said: ${part.text}` };
    case 'call': {
      const text = `[${author}] called tool \`${part.name}\` with parameters: ${print(part.args)}`;
      return { kind: 'text', text };
    }
    case 'response': {
      const result = print(part.response);
      return { kind: 'text', text: `[${author}] \`${part.name}\` tool returned result: ${result}` };
    }
    case 'inline':
    case 'other':
    case 'sized':
      return part;
  }
}

/** Python's `str` of a decoded JSON value: `{'a': 1, 'b': [True, None]}`. */
function pythonValue(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return pythonString(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(pythonValue).join(', ')}]`;
  const fields = Object.entries(value as Readonly<Record<string, Json>>);
  return `{${fields.map(([key, item]) => `${pythonString(key)}: ${pythonValue(item)}`).join(', ')}}`;
}

/** Single quotes, unless the text has some and no double ones. */
function pythonString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(quote, `\\${quote}`);
  return quote + escaped + quote;
}
