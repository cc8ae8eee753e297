import { textSession } from '@/lib/engine/session/testing/text-session';
import type { Entry, Part, PartKind, Session, Step } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { ScriptedSummary } from '@/lib/engine/policy/summary';

/**
 * A part in short: `u400`, `m400` texts, `t400` a thought, `c20` a call whose one argument has 20 bytes,
 * `r40` a response, `i1200` an image; `u400z` a text of 400 units outside ASCII.
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

/** Texts outside ASCII, by the letter behind a number: it counts UTF-16 units then. */
const letters: Readonly<Record<string, string>> = {
  e: 'é',
  z: '字',
  g: '😀',
  j: 'かな漢字、ok è ',
};

/** What stands in those parts. */
const written: Readonly<Record<string, (text: string) => Part>> = {
  u: (text) => ({ kind: 'text', text }),
  m: (text) => ({ kind: 'text', text }),
  t: (text) => ({ kind: 'thought', text }),
  c: (text) => ({ kind: 'call', name: 'read', args: { pa: text } }),
  r: (text) => ({ kind: 'response', name: 'read', response: { output: text } }),
};

function partOf(piece: string): Part | undefined {
  const [, kind = '', number = '', letter = ''] = /^([a-z])(\d+)([a-z]?)$/.exec(piece) ?? [];
  const units = Number(number);
  if (letter === '') return parts[kind]?.(units);
  const text = letters[letter] ?? '';
  return written[kind]?.(text.repeat(Math.ceil(units / text.length)).slice(0, units));
}

function entryOf(short: string, origin: number): Entry {
  const pieces = short.split('+').map((piece) => {
    const part = partOf(piece);
    if (part === undefined) throw new Error(`An event of a golden log: ${short}`);
    return part;
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

/** What a golden file's summariser answered: so many chars, 0 for an empty text, −1 for an error. */
export function scripted(chars: number): ScriptedSummary {
  if (chars < 0) return { fail: true };
  return chars === 0 ? { empty: true } : { bytes: chars };
}
