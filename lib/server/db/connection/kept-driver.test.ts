import { describe, expect, it } from 'vitest';
import type { Driver } from './driver';
import { KeptDriver } from './kept-driver';

/** Connections that log their statements; `fail` and `lose` break the newest. */
function connections() {
  const said: string[] = [];
  let opened = 0;
  let failing = false;
  let usable = true;
  const open = (): Promise<Driver> => {
    const name = ++opened;
    usable = true;
    const execute = (sql: string): Promise<number> => {
      said.push(`${name} ${sql}`);
      if (!failing) return Promise.resolve(1);
      failing = false;
      return Promise.reject(new Error('broken'));
    };
    const statements = { execute, query: async (sql: string) => [[await execute(sql)]] };
    return Promise.resolve({
      ...statements,
      transaction: async (work) => {
        said.push(`${name} begin`);
        const result = await work(statements);
        said.push(`${name} commit`);
        return result;
      },
      isUsable: () => usable,
      close: () => Promise.resolve(void said.push(`${name} close`)),
    });
  };
  return { open, said, fail: () => (failing = true), lose: () => (usable = false) };
}

describe('a kept connection', () => {
  it('is opened once, when it is first needed', async () => {
    const { open, said } = connections();
    const kept = new KeptDriver(open);
    await kept.close();
    expect(said).toEqual([]);
    await kept.execute('a');
    expect(await kept.query('b')).toEqual([[1]]);
    await kept.close();
    expect(said).toEqual(['1 a', '1 b', '1 close']);
  });

  it('is replaced after a failure, and once it was lost', async () => {
    const { open, said, fail, lose } = connections();
    const kept = new KeptDriver(open);
    fail();
    await expect(kept.execute('a')).rejects.toThrow('broken');
    await kept.execute('b');
    lose();
    await kept.execute('c');
    expect(said).toEqual(['1 a', '1 close', '2 b', '2 close', '3 c']);
  });

  it('lets no statement into a transaction of another', async () => {
    const { open, said } = connections();
    const kept = new KeptDriver(open);
    await Promise.all([
      kept.transaction(async (tx) => {
        await tx.execute('a');
        await new Promise(setImmediate);
        await tx.execute('b');
      }),
      kept.execute('c'),
    ]);
    expect(said).toEqual(['1 begin', '1 a', '1 b', '1 commit', '1 c']);
  });
});
