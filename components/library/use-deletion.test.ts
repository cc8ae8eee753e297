import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SessionRow } from '@/lib/api/contract/contract';
import { queryKeys, useDeleteSessions, useRestoreSessions } from '@/lib/api/queries/queries';
import { sessionLists, sessionRow } from './testing/session-row';
import { useDeletion } from './use-deletion';

/** A request that the page sent, and the answer that the test gives it. */
interface Sent {
  readonly what: string;
  readonly ids: readonly string[];
  readonly answer: (body: unknown, status?: number) => void;
}

afterEach(() => vi.unstubAllGlobals());

/** What a hook returns, over a cache that holds `rows`, and the requests sent with it. */
function using<T>(hook: () => T, rows: readonly SessionRow[]) {
  const client = new QueryClient();
  client.setQueryData(queryKeys.sessions, rows);
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit) => {
    const { ids = [] } = JSON.parse(typeof body === 'string' ? body : '{}') as Partial<Sent>;
    return new Promise<Response>((resolve) => {
      sent.push({
        what: `${method} ${url.split('?')[0]}`,
        ids,
        answer: (answer, status = 200) => resolve(Response.json(answer, { status })),
      });
    });
  });
  let model: T | undefined;
  const Page = (): null => {
    model = hook();
    return null;
  };
  renderToString(createElement(QueryClientProvider, { client }, createElement(Page)));
  const listed = (): readonly string[] =>
    (client.getQueryData<readonly SessionRow[]>(queryKeys.sessions) ?? []).map(({ id }) => id);
  const request = (index: number): Promise<Sent> =>
    vi.waitFor(() => {
      const found = sent[index];
      if (found === undefined) throw new Error(`Request ${index} was not sent`);
      return found;
    });
  return { model: model!, sent, request, listed };
}

const ids = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc'];
const [a, b, c] = ids.map((id) => sessionRow({ id, importId: 'eeeeeeee' }));

const useDeletionAndRestore = () => ({
  remove: useDeleteSessions().mutateAsync,
  restore: useRestoreSessions().mutateAsync,
});

describe('a deletion', () => {
  it('ends before it is undone', async () => {
    const { model, sent, request } = using(useDeletionAndRestore, [a!, b!]);
    const removed = model.remove([a!.id]);
    const restored = model.restore([a!.id]);
    const first = await request(0);
    expect(sent.map(({ what }) => what)).toEqual(['DELETE /api/sessions']);
    first.answer({ changed: 1 });
    await removed;
    (await request(1)).answer({ changed: 1 });
    await restored;
    expect(sent.map(({ what }) => what)).toEqual([
      'DELETE /api/sessions',
      'POST /api/sessions/restore',
    ]);
  });

  it('that is refused puts its own sessions back, and no other', async () => {
    const { model, request, listed } = using(useDeletionAndRestore, [a!, b!, c!]);
    const refused = model.remove([a!.id]);
    const second = model.remove([b!.id]);
    await vi.waitFor(() => expect(listed()).toEqual([c!.id]));
    const error = { code: 'internal', message: 'The library is locked.' };
    (await request(0)).answer({ error }, 500);
    await expect(refused).rejects.toThrow('The library is locked.');
    (await request(1)).answer({ changed: 1 });
    await second;
    expect(listed()).toEqual([a!.id, c!.id]);
  });
});

describe('"Keep only"', () => {
  it('removes what the library holds now, not what the page has listed', async () => {
    const { model, request } = using(useDeletion, [a!, b!]);
    const kept = model.keepOnly('eeeeeeee', new Set([a!.id]));
    const list = await request(0);
    expect(list.what).toBe('GET /api/sessions');
    // One arrived since, one is gone, one is another file's.
    const other = sessionRow({ id: 'dddddddd', importId: 'ffffffff' });
    list.answer(sessionLists([other, c!, a!]));
    const removal = await request(1);
    expect(removal).toMatchObject({ what: 'DELETE /api/sessions', ids: [c!.id] });
    removal.answer({ changed: 1 });
    expect(await kept).toBe(true);
  });

  it('removes nothing if the sessions cannot be listed', async () => {
    const { model, sent, request } = using(useDeletion, [a!, b!]);
    const kept = model.keepOnly('eeeeeeee', new Set([a!.id]));
    const error = { code: 'internal', message: 'The library is locked.' };
    (await request(0)).answer({ error }, 500);
    expect(await kept).toBe(false);
    expect(sent).toHaveLength(1);
  });
});
