/** What of the user's a summary has to carry: the first request, and the list of what is to do. */
import { contextLabel } from '@/lib/engine/tokens/entry-table';
import type { Entry } from '@/lib/engine/session/schema';
import { keptInstructions, type Instructions } from './instructions';

/** Tools by which agents write their list, and the fields that hold it. */
const TODO_TOOL =
  /^(todo_?write|write_todos|update_todo_list|set_todo_list|manage_todo_list|update_plan)$/i;
const LISTS = ['todos', 'plan', 'todoList', 'items'] as const;
const TEXTS = ['content', 'step', 'title', 'text', 'description'] as const;

/** What agents put before a request, in the user's name. */
const MARKED = /^\s*(<[a-z][\w-]*>|# AGENTS\.md|Caveat:)/;

/** Longest text that is compared, in UTF-16 units. */
const MOST = 4_000;

/** Something of the user's that a compaction covered, and what its summary has of it. */
export interface KeptOfUser extends Omit<Instructions, 'text'> {
  readonly what: 'first request' | 'todos';
  /** The entry that held it. */
  readonly entry: number;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** The list that an entry's calls write, an item a line; null for none. */
export function todosIn({ parts }: Entry): string | null {
  for (const part of parts) {
    if (part.kind !== 'call' || !TODO_TOOL.test(part.name)) continue;
    const args = fieldsOf(part.args);
    const list: unknown = LISTS.map((name) => args[name]).find(Array.isArray);
    const items = (Array.isArray(list) ? (list as unknown[]) : []).flatMap((item) => {
      const text: unknown = TEXTS.map((name) => fieldsOf(item)[name]).find(
        (value) => typeof value === 'string',
      );
      return typeof text === 'string' ? [text] : [];
    });
    if (items.length > 0) return items.join('\n').slice(0, MOST);
  }
  return null;
}

/** The user's texts that summaries are held against, read in log order. */
export class UserTexts {
  #first: { readonly entry: number; readonly text: string } | null = null;
  readonly #todos: { readonly entry: number; readonly text: string }[] = [];

  push(entry: number, shown: Entry): void {
    if (this.#first === null && shown.role === 'user' && contextLabel(shown.label) === null) {
      const said = shown.parts.find((part) => part.kind === 'text' && !MARKED.test(part.text));
      if (said?.kind === 'text') this.#first = { entry, text: said.text.slice(0, MOST) };
    }
    const todos = todosIn(shown);
    if (todos !== null) this.#todos.push({ entry, text: todos });
  }

  /** What the covered entries held of them, against the summary's texts. */
  keptIn(
    covered: readonly (readonly [from: number, to: number])[],
    summary: readonly string[],
  ): readonly KeptOfUser[] {
    const isCovered = (entry: number): boolean =>
      covered.some(([from, to]) => entry >= from && entry < to);
    const end = covered.at(-1)?.[1] ?? 0;
    const todos = this.#todos.findLast(({ entry }) => entry < end);
    const found = [
      { what: 'first request' as const, held: this.#first },
      { what: 'todos' as const, held: todos ?? null },
    ];
    return found.flatMap(({ what, held }): KeptOfUser[] => {
      if (held === null || !isCovered(held.entry)) return [];
      const { kept, words, found: there } = keptInstructions(held.text, summary);
      return words === 0 ? [] : [{ what, entry: held.entry, kept, words, found: there }];
    });
  }
}
