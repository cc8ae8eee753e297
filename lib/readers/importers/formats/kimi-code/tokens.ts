/** Kimi's own count of a message (`packages/agent-core-v2/src/…/tokens.ts`): its policy is given it for each entry. */
import { assertNever } from '@/lib/engine/base/assert';
import type { Part, Prefix } from '@/lib/engine/session/schema';
import { fieldsOf } from '../../mechanisms/loose-json';
import type { HistoryMessage } from './history';

/** A picture, a sound or a film. */
const MEDIA = 2_000;

/** Of a text: four ASCII characters a token, any other character (a code point) one. */
function kimiTokens(text: string): number {
  let ascii = 0;
  let others = 0;
  for (const character of text) {
    if ((character.codePointAt(0) ?? 0) <= 127) ascii++;
    else others++;
  }
  return Math.ceil(ascii / 4) + others;
}

/** Of a message: the name of its role and its content. */
export const messageTokens = (role: HistoryMessage['role'], content: number): number =>
  kimiTokens(role) + content;

/** Of a message's content, a result's where it is one text, and of the calls in `parts`, what was read of it. */
export function contentTokens(content: unknown, parts: readonly Part[]): number {
  if (typeof content === 'string') return kimiTokens(content);
  return parts.reduce((sum, part) => sum + partTokens(part), 0);
}

/** Of the system prompt and the tools' names, descriptions and parameters. */
export const prefixTokens = ({ system, tools }: Partial<Prefix>): number =>
  contentTokens(null, system ?? []) +
  (tools ?? []).reduce((sum, tool) => sum + toolTokens(tool), 0);

function toolTokens(tool: NonNullable<Prefix['tools']>[number]): number {
  // The logs hold tools whole; sizes alone are no text to count.
  if (!('name' in tool)) return 0;
  return [tool.name, tool.description, JSON.stringify(tool.schema)].reduce(
    (sum, text) => sum + kimiTokens(text),
    0,
  );
}

function partTokens(part: Part): number {
  switch (part.kind) {
    case 'text':
    case 'thought':
      return kimiTokens(part.text);
    case 'inline':
      return MEDIA;
    case 'call':
      // Its arguments are JSON in a string, which is counted as JSON once more.
      return kimiTokens(part.name) + kimiTokens(JSON.stringify(JSON.stringify(part.args)));
    case 'response': {
      const [said] = Object.values(fieldsOf(part.response) ?? {});
      return typeof said === 'string' ? kimiTokens(said) : 0;
    }
    case 'other':
    case 'sized':
      return 0;
    default:
      return assertNever(part);
  }
}
