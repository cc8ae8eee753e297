import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { numbersOnly } from '../numbers-only';
import { callEffects } from './call-effect';
import { decodeReferences, encodeReferences, isCurrentReferences } from './reference-codec';
import { lineFlag, nameFlag, type ReferenceIndex } from './reference-index';
import { ReferenceTable } from './reference-table';
import { indexSession, sessionReferences } from './session-references';

const indexOf = (picture: string): ReferenceIndex => indexSession(textSession(picture))!;

/** Names of an entry's lines, with the units of each line; a star for what the model said. */
function linesOf({ lines, names }: ReferenceIndex, entry: number): readonly string[] {
  const out: string[] = [];
  for (let line = lines.first[entry]!; line < lines.first[entry + 1]!; line++) {
    const own = [...lines.names.subarray(lines.nameFirst[line], lines.nameFirst[line + 1])];
    const flags = lines.flags[line]!;
    const mark = (flags & lineFlag.said ? '*' : '') + (flags & lineFlag.asked ? '?' : '');
    out.push(`${lines.units[line]}${mark} ${own.map((name) => names[name]).join(' ')}`);
  }
  return out;
}

const WORK = `
  u "look at src/main.go and docs/plan.md"
  c read {"path":"src/main.go"}
  r read "package main\\nfunc readColumn() {}\\n// see issue 4711\\n"
  m "I call readColumn for issue 4711"
  -- 100
`;

describe('the index of a session', () => {
  const index = indexOf(WORK);

  it('has the names that the model wrote, and the lines of all entries that hold them', () => {
    expect(index.names).toEqual(['src/main.go', 'readColumn', '4711']);
    expect(linesOf(index, 0)).toEqual(['36 src/main.go']);
    expect(linesOf(index, 1)).toEqual(['11* src/main.go']);
    expect(linesOf(index, 3)).toEqual(['32* readColumn 4711']);
  });

  it('takes a result for what its call asked for, in a line without units', () => {
    expect(linesOf(index, 2)).toEqual(['0? src/main.go', '21 readColumn', '18 4711']);
  });

  it('pairs calls with their results and knows what a call does', () => {
    expect([...index.calls.entry, ...index.calls.answer]).toEqual([1, 2]);
    expect(callEffects[index.calls.effect[0]!]).toBe('reads');
    expect(index.names[index.calls.subject[0]!]).toBe('src/main.go');
  });

  it('tells equal calls and equal results from others', () => {
    const { calls } = indexOf(`
      c read {"path":"a/b.go"}
      r read "one"
      c read {"path":"a/b.go"}
      r read "two"
      c read {"path":"a/c.go"}
      r read "one"
      -- 10
    `);
    expect([...calls.same]).toEqual([0, 0, 1]);
    expect([...calls.result]).toEqual([0, 1, 0]);
  });

  it('holds no thought where its source strips them, and says nothing by one', () => {
    const thinking = 't "src/main.go is readColumn"\nm "see docs/plan.md"\n-- 10';
    expect(indexOf(`thoughts stripped\n${thinking}`).names).toEqual(['docs/plan.md']);
    expect(indexOf(`thoughts kept\n${thinking}`).names).toEqual([
      'src/main.go',
      'readColumn',
      'docs/plan.md',
    ]);
  });

  it('flags names that stand in the prefix', () => {
    const session = textSession('m "src/main.go and docs/plan.md"\n-- 10');
    const prefix = { ...session.prefix, system: [{ kind: 'text', text: 'Read docs/plan.md.' }] };
    const { names, nameFlags } = indexSession({ ...session, prefix } as typeof session)!;
    expect(names.filter((_, i) => nameFlags[i] === nameFlag.safe)).toEqual(['docs/plan.md']);
  });

  it('knows which names a recorded summary holds; a path may lack its beginning', () => {
    const { names, summaries, pinned } = indexOf(`
      u "fix the failing test, please"
      m "src/lib/main.go has readColumn and oldColumn"
      == compact "Asked: fix the failing test, please. lib/main.go has readColumn."
      u "go on"
      -- 10
    `);
    expect([...summaries[0]!].map((name) => names[name])).toEqual([
      'src/lib/main.go',
      'readColumn',
    ]);
    expect(pinned).toEqual([{ what: 'request', entry: 0, same: 0, pieces: 1, quoted: [1] }]);
  });

  it('counts the entries of which names are missing when a table is full', () => {
    const { entries, ...head } = textSession('m "src/a.go src/b.go"\nm "src/a.go src/c.go"\n-- 1');
    const table = new ReferenceTable({ names: 1 });
    const rows = entries.map((entry) => table.push(entry));
    const index = sessionReferences({ head, entries: rows }, table)!;
    expect([index.names, index.leftOut]).toEqual([['src/a.go'], { entries: 2 }]);
  });

  it('is none of numbers alone', () => {
    expect(indexSession(numbersOnly(textSession(WORK)))).toBeNull();
  });
});

describe('the bytes of an index', () => {
  it('read back as they were written', () => {
    fc.assert(
      fc.property(arbitrarySession, (session) => {
        const index = indexSession(session);
        if (index === null) return;
        const bytes = encodeReferences(index);
        expect(isCurrentReferences(bytes)).toBe(true);
        expect(decodeReferences(bytes)).toEqual(index);
      }),
    );
    const index = indexOf(WORK);
    expect(decodeReferences(encodeReferences(index))).toEqual(index);
  });

  it('of another version are refused', () => {
    const bytes = encodeReferences(indexOf(WORK));
    bytes[3] = 0;
    expect(isCurrentReferences(bytes)).toBe(false);
    expect(() => decodeReferences(bytes)).toThrow(RangeError);
  });
});
