import type { Part } from '@/lib/session/schema';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { plain } from '../messages/json-text';

/** What an item adds to the context: what the model wrote, and what a tool answered. */
export interface ExecItem {
  readonly made: readonly Part[];
  readonly answered: readonly Part[];
}

/** Reads a completed item; null for what is no part of a request (reasoning summaries, errors). */
export function readExecItem(item: Fields): ExecItem | null {
  const type = textOf(item['type']) ?? 'unknown';
  const id = textOf(item['id']) ?? type;
  const tool = (name: string, args: unknown, result: unknown): ExecItem => ({
    made: [{ kind: 'call', name, id, args: plain(args) }],
    answered: [{ kind: 'response', name, id, response: { result: plain(result) } }],
  });
  switch (type) {
    case 'agent_message':
    case 'plan':
      return { made: [{ kind: 'text', text: textOf(item['text']) ?? '' }], answered: [] };
    case 'command_execution':
      return tool('shell', { command: item['command'] ?? '' }, item['aggregated_output'] ?? '');
    case 'file_change':
      return tool('apply_patch', { changes: item['changes'] ?? [] }, item['status'] ?? '');
    case 'mcp_tool_call': {
      const texts = listOf(fieldsOf(item['result'])?.['content']).flatMap(
        (block) => textOf(fieldsOf(block)?.['text']) ?? [],
      );
      const error = textOf(fieldsOf(item['error'])?.['message']);
      const name = `${textOf(item['server']) ?? 'mcp'}.${textOf(item['tool']) ?? 'unknown'}`;
      return tool(name, item['arguments'] ?? {}, error ?? texts.join('\n'));
    }
    case 'web_search':
      return {
        made: [
          { kind: 'call', name: 'web_search', id, args: plain({ query: item['query'] ?? '' }) },
        ],
        answered: [],
      };
    case 'todo_list':
      return tool('update_plan', { items: item['items'] ?? [] }, 'Plan updated');
    case 'collab_tool_call':
      return tool(textOf(item['tool']) ?? 'collab', { prompt: item['prompt'] ?? '' }, '');
    default:
      return null;
  }
}
