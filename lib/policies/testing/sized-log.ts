import { textSession } from '@/lib/session/testing/text-session';
import type { Entry, Part, PartKind, Session, Step } from '@/lib/session/schema';
import { measureSession } from '@/lib/tokens/measure';
import type { Profile } from '@/lib/tokens/profile';

/**
 * A part in short: `u400`, `m400` texts, `t400` a thought, `c20` a call whose one argument has 20 bytes,
 * `r40` a response, `i1200` an image.
 */
type Sizes = (bytes: number) => Part;

const sized = (of: PartKind, ...sizes: readonly number[]): Part => ({
  kind: 'sized',
  of,
  sizes,
});

/** What the generators in `lib/conformance` write for each letter; "read", "pa" and `map[result:…]` or `map[output:…]`. */
const parts: Readonly<Record<string, Sizes>> = {
  u: (bytes) => sized('text', bytes),
  m: (bytes) => sized('text', bytes),
  t: (bytes) => sized('thought', bytes),
  i: (bytes) => sized('inline', 'image/png'.length, bytes),
  c: (bytes) => sized('call', 4, 2, bytes),
  r: (bytes) => sized('response', 4, 12 + bytes),
};

function entryOf(short: string, origin: number): Entry {
  const pieces = short.split('+').map((piece) => {
    const part = parts[piece.charAt(0)];
    if (part === undefined) throw new Error(`An event of a golden log: ${short}`);
    return part(Number(piece.slice(1)));
  });
  return { role: /^[mct]/.test(short) ? 'model' : 'user', parts: pieces, origin };
}

/**
 * The profile of a log of a golden file: events in short and, between them, `-` for a model call with
 * usage, `~` for one without. Every usage is trunc(reference's count × ratio), as in a generated session.
 */
export function sizedLog(log: string, ratio: number): Profile {
  const picture = textSession('u 4\n-- 1');
  const [pattern] = picture.steps;
  if (pattern === undefined) throw new Error('The picture has a step.');
  const entries: Entry[] = [];
  const steps: Step[] = [];
  for (const short of log.split(' ')) {
    if (short !== '-' && short !== '~') entries.push(entryOf(short, entries.length + 1));
    else {
      const reported = short === '-';
      steps.push({
        ...pattern,
        entries: entries.length,
        real: reported ? 1 : null,
        reported,
        ratio,
      });
    }
  }
  const session: Session = { ...picture, entries, steps };
  return measureSession(session);
}
