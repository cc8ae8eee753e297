import type { SessionInfo } from '@/lib/engine/session/builder';
import type { Source } from '@/lib/engine/session/schema';
import { textOf, type Fields } from '../../mechanisms/loose-json';

/** Facts of a chat beside its data. */
interface Described {
  readonly id: string;
  /** Its summary, else the user's first text. */
  readonly title: string | null;
  readonly file: string;
  /** The program that wrote the chat. */
  readonly agent: string;
}

/** Folder of a sub-agent's chats, named after the parent. */
const PARENT_FOLDER = /chats\/([\w-]{8,80})\/[^/]+$/;

/** Identity of a chat's session. */
export function infoOf(header: Fields, { id, title, file, agent }: Described): SessionInfo {
  const isAgent = header['kind'] === 'subagent';
  const parent = parentOf(isAgent, file);
  return {
    name: title ?? (isAgent ? `Agent ${id}` : agent),
    thoughts: 'stripped',
    project: textOf(header['projectHash']),
    source: { format: 'gemini-cli', file, agent, sessionId: id, parent },
  };
}

/** Parent of a sub-agent: its data does not name it, only its folder does. */
function parentOf(agent: boolean, file: string): Source['parent'] {
  const parent = agent ? PARENT_FOLDER.exec(file)?.[1] : undefined;
  return parent === undefined ? null : { sessionId: parent, lane: 'main', relation: 'subagent' };
}
