import type { SessionInfo } from '@/lib/session/builder';
import type { Source } from '@/lib/session/schema';
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

/** Identity of a chat's session, or (from 1) of a stretch undone by a rewind. */
export function infoOf(header: Fields, described: Described): (rewind: number) => SessionInfo {
  const { id, title, file, agent } = described;
  const isAgent = header['kind'] === 'subagent';
  const name = title ?? (isAgent ? `Agent ${id}` : agent);
  return (rewind) => ({
    name: rewind === 0 ? name : `${name} (rewound ${rewind})`,
    thoughts: 'stripped',
    project: textOf(header['projectHash']),
    source: {
      format: 'gemini-cli',
      file,
      agent,
      sessionId: id,
      lane: rewind === 0 ? 'main' : `main/rewind-${rewind}`,
      parent: rewind === 0 ? parentOf(isAgent, file) : branchOf(id),
    },
  });
}

const branchOf = (sessionId: string): Source['parent'] => ({
  sessionId,
  lane: 'main',
  relation: 'branch',
});

/** Parent of a sub-agent: its data does not name it, only its folder does. */
function parentOf(agent: boolean, file: string): Source['parent'] {
  const parent = agent ? PARENT_FOLDER.exec(file)?.[1] : undefined;
  return parent === undefined ? null : { sessionId: parent, lane: 'main', relation: 'subagent' };
}
