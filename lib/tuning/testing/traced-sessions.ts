import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

/** A session of the real traces. */
interface SessionOfTraces {
  readonly name: string;
  readonly session: Replayable;
}

/** Folders of `HIGHWATER_TRACES` whose files are texts. */
const FOLDERS = ['adk-json', 'claude-code', 'codex', 'gemini-cli', 'pi'];

/** Every session of the real traces that are text files, ready to be replayed. */
export function tracedSessions(): readonly SessionOfTraces[] {
  const root = process.env['HIGHWATER_TRACES'] ?? '';
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((file) => {
      const text = readFileSync(join(root, folder, file), 'utf8');
      const read = readTrace(text, file.endsWith('.json') ? 'json' : 'jsonl', file);
      if (!read.ok) throw new Error(`${file}: ${read.error.message}`);
      return read.value.sessions
        .filter(({ steps }) => steps.length > 0)
        .map((session, i) => ({
          name: `${file} ${i}`,
          session: preparedSession(session),
        }));
    }),
  );
}
