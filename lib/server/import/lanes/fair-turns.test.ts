import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairTurns } from './fair-turns';

interface Waiting {
  readonly parentId: string | null;
}

/** Takes all of a queue, as one process would; the order in which archives and single files come. */
async function order(queue: readonly Waiting[], turnMs: number): Promise<readonly string[]> {
  const left = [...queue];
  const turns = new FairTurns(turnMs);
  const claim = async (without: readonly string[]): Promise<Waiting | null> => {
    const at = left.findIndex(({ parentId }) => parentId === null || !without.includes(parentId));
    return Promise.resolve(at < 0 ? null : (left.splice(at, 1)[0] ?? null));
  };
  const taken: string[] = [];
  for (;;) {
    const next = await turns.next(claim);
    if (next === null) return taken;
    taken.push(next.parentId ?? 'file');
  }
}

const archive = (parentId: string, members: number): readonly Waiting[] =>
  Array.from({ length: members }, () => ({ parentId }));
const file: Waiting = { parentId: null };

describe('turns', () => {
  it('let a later file pass the members of an archive', async () => {
    const queue = [...archive('a', 4), file];
    expect(await order(queue, 0)).toEqual(['a', 'file', 'a', 'a', 'a']);
    expect(await order(queue, 60_000)).toEqual(['a', 'a', 'a', 'a', 'file']);
  });

  it('go round the archives', async () => {
    const queue = [...archive('a', 3), ...archive('b', 3), ...archive('c', 2)];
    expect(await order(queue, 0)).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b']);
  });

  it('lose nothing, and no archive has two turns while another waits for its first', async () => {
    const queues = fc.array(fc.constantFrom('a', 'b', 'c', null), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(queues, async (parents) => {
        const taken = await order(
          parents.map((parentId) => ({ parentId })),
          0,
        );
        const names = parents.map((parent) => parent ?? 'file');
        expect([...taken].sort()).toEqual([...names].sort());
        const archives = new Set(parents.filter((parent) => parent !== null));
        const members = taken.filter((name) => name !== 'file');
        expect(new Set(members.slice(0, archives.size))).toEqual(archives);
      }),
    );
  });
});
