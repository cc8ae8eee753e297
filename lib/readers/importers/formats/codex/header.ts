import { utf8Length } from '@/lib/engine/base/utf8';
import type { SessionBuilder, SessionInfo } from '@/lib/engine/session/builder';
import type { Source, Tool } from '@/lib/engine/session/schema';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { homeOwner } from '@/lib/engine/session/session-user';
import { projectFolder } from '../../mechanisms/session-facts';
import { plain } from '../../mechanisms/messages/json-text';
import { agentName, baseOf, parentOf } from './heritage';

/** Facts of a thread beside its header. */
interface Described {
  readonly file: string;
  readonly id: string;
  /** Its name, else the user's first text. */
  readonly title: string | null;
  /** True if an item of reasoning was read, whatever of it the file holds. */
  readonly reasons: boolean;
  /** The thread whose header is in a copied history. */
  readonly copyOf: string | null;
}

/** Identity of the thread's session. */
export function infoOf(
  header: Fields,
  { file, id, title, reasons, copyOf }: Described,
): SessionInfo {
  const agent = agentName(header);
  return {
    name: title ?? (agent === null ? 'Codex' : `Agent ${agent}`),
    // Measured on GPT-5.4 and 5.5: the prompt shrinks by the turn's reasoning at the next user turn.
    thoughts: 'stripped',
    ...(!reasons && { reasoning: 'none' }),
    project: textOf(fieldsOf(header['git'])?.['repository_url']) ?? projectFolder(header['cwd']),
    user: homeOwner(header['cwd']),
    source: {
      format: 'codex',
      file,
      agent: 'Codex',
      agentVersion: textOf(header['cli_version']),
      sessionId: id,
      parent: parentLink(header, copyOf),
    },
  };
}

function parentLink(header: Fields, copyOf: string | null): Source['parent'] {
  const parent = parentOf(header);
  const id = parent?.id ?? copyOf;
  if (id === null) return null;
  return { sessionId: id, lane: 'main', relation: parent?.relation ?? 'branch' };
}

/** The prefix, as far as the header holds it; `whole`: what came before a fork is in the session. */
export function describeSession(
  builder: SessionBuilder,
  header: Fields,
  { whole }: { readonly whole: boolean },
): void {
  const text =
    textOf(fieldsOf(header['base_instructions'])?.['text']) ??
    textOf(header['base_instructions']) ??
    textOf(header['instructions']);
  if (text !== null) builder.prefix({ system: [{ kind: 'text', text }], length: utf8Length(text) });
  const tools = listOf(header['dynamic_tools']).flatMap(readTool);
  if (tools.length > 0) {
    builder.prefix({ tools });
    const message = 'Only the tools a client added are recorded, not those of Codex itself.';
    builder.notice('tools-incomplete', message);
  }
  if (baseOf(header) !== null && !whole) {
    const message =
      'Earlier entries are in the file of another session and are not counted here; imported together in an archive or a folder they are.';
    builder.notice('history-elsewhere', message);
  }
}

/** Reads a dynamic tool; one that is loaded on demand is not part of the prefix. */
function readTool(value: unknown): readonly Tool[] {
  const tool = fieldsOf(value);
  if (tool === null) return [];
  if (tool['defer_loading'] === true || tool['deferLoading'] === true) return [];
  const namespace = textOf(tool['namespace']);
  const name = textOf(tool['name']) ?? '';
  return [
    {
      name: namespace === null ? name : `${namespace}.${name}`,
      description: textOf(tool['description']) ?? '',
      schema: plain(tool['input_schema'] ?? tool['inputSchema'] ?? null),
    },
  ];
}
