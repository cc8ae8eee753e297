import { parseSession } from '@/lib/engine/session/serialize';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';

/** A session that compacts once and is refused once. */
export const PICTURE = `
  limit 20000
  model claude-opus-4-6
  u "fix the bug"
  -- 9000
  m "I will look."
  + c read {"path":"a.go"}
  r read 24000
  -- 16000
  m 4000
  == compact 3000 auto
  u 800
  -- 4000
  m 400
  + c connect
  r connect 30000
  -- 20819 > 20000
`;

/** A session with the same words in every place that holds text. */
export function planted(words: string): Session {
  const session = textSession(PICTURE, words);
  const { entries, steps, compactions } = session;
  const changed: Session = {
    ...session,
    name: words,
    source: {
      ...session.source,
      file: words,
      agent: words,
      agentVersion: words,
      sessionId: words,
      lane: words,
      parent: { sessionId: words, lane: words, relation: 'subagent' },
    },
    prefix: {
      system: [{ kind: 'text', text: words }],
      tools: [{ name: words, description: words, schema: { [words]: words } }],
    },
    notices: [{ code: 'limit-raised', message: words, at: [words], times: 1 }],
    entries: entries.map((entry) => ({
      ...entry,
      label: words,
      parts: entry.parts.map((part) => {
        if (part.kind === 'call') return { ...part, name: words, args: { [words]: words } };
        if (part.kind === 'response') return { ...part, name: words, response: { result: words } };
        return part.kind === 'text' ? { ...part, text: words } : part;
      }),
    })),
    steps: steps.map((step) => ({ ...step, label: words, usage: { [words]: words } })),
    compactions: compactions.map((one) => ({ ...one, summary: [{ kind: 'text', text: words }] })),
  };
  const parsed = parseSession(changed);
  if (!parsed.ok) throw new Error(`${parsed.error.message} ${parsed.error.at}`);
  return parsed.value;
}
