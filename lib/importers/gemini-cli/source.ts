import type { SessionInfo } from '@/lib/session/builder';
import type { Source } from '@/lib/session/schema';
import type { Fields } from '../loose-json';

/** What is known of a chat beside its data. */
export interface Described {
  readonly id: string;
  /** Its summary, else the first thing the user said. */
  readonly title: string | null;
  readonly file: string;
}

/** Sub-agents' chats lie in a folder that is named after their parent. */
const PARENT_FOLDER = /chats\/([\w-]{8,80})\/[^/]+$/;

/** What identifies a chat's session, or (from 1) what was undone by a rewind. */
export function infoOf(header: Fields, described: Described): (rewind: number) => SessionInfo {
  const { id, title, file } = described;
  const agent = header['kind'] === 'subagent';
  const name = title ?? (agent ? `Agent ${id}` : 'Gemini CLI');
  return (rewind) => ({
    name: rewind === 0 ? name : `${name} (rewound ${rewind})`,
    thoughts: 'stripped',
    source: {
      format: 'gemini-cli',
      file,
      agent: 'Gemini CLI',
      agentVersion: null,
      sessionId: id,
      lane: rewind === 0 ? 'main' : `main/rewind-${rewind}`,
      parent: rewind === 0 ? parentOf(agent, file) : branchOf(id),
    },
  });
}

const branchOf = (sessionId: string): Source['parent'] => ({
  sessionId,
  lane: 'main',
  relation: 'branch',
});

/** A sub-agent's data does not name its parent; only its folder does. */
function parentOf(agent: boolean, file: string): Source['parent'] {
  const parent = agent ? PARENT_FOLDER.exec(file)?.[1] : undefined;
  return parent === undefined ? null : { sessionId: parent, lane: 'main', relation: 'subagent' };
}
