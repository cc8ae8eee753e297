/**
 * Crush's own database, `.crush/crush.db`:
 * https://github.com/charmbracelet/crush/tree/main/internal/db/migrations (tables) and
 * https://github.com/charmbracelet/crush/blob/main/internal/message/content.go (parts).
 */
import { defineImporter } from '../../importer';
import { fieldsOf, listOf } from '../../mechanisms/loose-json';
import { CrushReader } from './reader';

/** Reads Crush's sessions from rows: every row of `sessions`, then those of `messages` in order. */
export const crush = defineImporter({
  id: 'crush',
  label: 'Crush database',
  source: 'Crush',
  inputs: ['sqlite'],
  tables: [
    { name: 'sessions', order: ['created_at', 'id'] },
    { name: 'messages', order: ['session_id', 'created_at'] },
  ],
  sniff: ({ records }) => {
    const tables = fieldsOf(records[0]);
    const has = (table: string, ...columns: readonly string[]): boolean =>
      columns.every((column) => listOf(tables?.[table]).includes(column));
    return (
      has('sessions', 'id', 'parent_session_id', 'title', 'prompt_tokens') &&
      has('messages', 'id', 'session_id', 'role', 'parts', 'model')
    );
  },
  start: (context) => new CrushReader(context),
});
