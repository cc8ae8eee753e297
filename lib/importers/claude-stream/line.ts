import type { Json } from '@/lib/session/schema';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';

/** How Claude Code's message behind a compaction begins. */
const SUMMARY = 'This session is being continued from a previous conversation';

function textIn(message: unknown): string {
  const content = fieldsOf(message)?.['content'];
  const [block] = listOf(content);
  return textOf(content) ?? textOf(fieldsOf(block)?.['text']) ?? '';
}

/** A line of the stream as Claude Code's session log would hold it; without links, in order. */
export function logLine(line: Fields, version: string | null): Json {
  const agent = textOf(line['parent_tool_use_id']);
  const message = line['message'];
  const failed = line['type'] === 'assistant' && typeof line['error'] === 'string';
  const metadata = fieldsOf(line['compact_metadata']);
  const mapped: Record<string, unknown> = {
    ...line,
    sessionId: line['session_id'],
    isSidechain: agent !== null,
    ...(agent === null ? {} : { agentId: agent }),
    ...(version === null ? {} : { version }),
    ...(failed ? { isApiErrorMessage: true } : {}),
  };
  if (metadata !== null) {
    const { trigger, pre_tokens: preTokens, post_tokens: postTokens } = metadata;
    mapped['compactMetadata'] = { trigger, preTokens, postTokens };
  }
  if (line['type'] === 'user' && textIn(message).startsWith(SUMMARY)) {
    mapped['isCompactSummary'] = true;
  }
  return mapped as Json;
}

/** The largest window that a result names for a model; null where it names none. */
export function windowOf(result: Fields, model: string | null): number | null {
  const usage = fieldsOf(result['modelUsage']) ?? {};
  const names = Object.keys(usage).filter((name) => model === null || name.startsWith(model));
  const windows = names.map((name) => fieldsOf(usage[name])?.['contextWindow']);
  const known = windows.filter(
    (tokens): tokens is number =>
      typeof tokens === 'number' && Number.isInteger(tokens) && tokens > 0 && tokens <= 1e9,
  );
  return known.length === 0 ? null : Math.max(...known);
}
