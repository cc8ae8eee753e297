import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useDeleteSessions, useRestoreSessions } from '@/lib/api/queries/session-queries';
import { useDeletion } from './use-deletion';

/** A request that the page sent, and the answer that the test gives it. */
interface Sent {
  readonly what: string;
  readonly ids: readonly string[];
  readonly answer: (body: unknown, status?: number) => void;
}

afterEach(() => vi.unstubAllGlobals());

/** What a hook returns, and the requests sent with it. */
function using<T>(hook: () => T) {
  const client = new QueryClient();
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit) => {
    const { ids = [] } = JSON.parse(typeof body === 'string' ? body : '{}') as Partial<Sent>;
    return new Promise<Response>((resolve) => {
      sent.push({
        what: `${method} ${url}`,
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
  const request = (index: number): Promise<Sent> =>
    vi.waitFor(() => {
      const found = sent[index];
      if (found === undefined) throw new Error(`Request ${index} was not sent`);
      return found;
    });
  return { model: model!, sent, request };
}

const [A, B, C] = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc'] as const;

const listed = (id: string) => ({
  ...{ id, steps: 1, generated: false, subAgent: false },
});

const useDeletionAndRestore = () => ({
  remove: useDeleteSessions().mutateAsync,
  restore: useRestoreSessions().mutateAsync,
});

describe('a deletion', () => {
  it('ends before it is undone', async () => {
    const { model, sent, request } = using(useDeletionAndRestore);
    const removed = model.remove([A]);
    const restored = model.restore([A]);
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

  it('that is refused does not keep the next one from the server', async () => {
    const { model, request } = using(useDeletionAndRestore);
    const refused = model.remove([A]);
    const second = model.remove([B]);
    const error = { code: 'internal', message: 'The library is locked.' };
    (await request(0)).answer({ error }, 500);
    await expect(refused).rejects.toThrow('The library is locked.');
    const next = await request(1);
    expect(next.ids).toEqual([B]);
    next.answer({ changed: 1 });
    await second;
  });
});

describe('"Keep only"', () => {
  it('removes what the library holds now, not what the page has listed', async () => {
    const { model, request } = using(useDeletion);
    const kept = model.keepOnly('eeeeeeee', new Set([A]));
    const list = await request(0);
    expect(list.what).toBe('POST /api/sessions/selected?import=eeeeeeee');
    // One arrived since, and one is gone.
    list.answer({ sessions: [listed(C), listed(A)] });
    const removal = await request(1);
    expect(removal).toMatchObject({ what: 'DELETE /api/sessions', ids: [C] });
    removal.answer({ changed: 1 });
    expect(await kept).toBe(true);
  });

  it('removes nothing if the sessions cannot be listed', async () => {
    const { model, sent, request } = using(useDeletion);
    const kept = model.keepOnly('eeeeeeee', new Set([A]));
    const error = { code: 'internal', message: 'The library is locked.' };
    (await request(0)).answer({ error }, 500);
    expect(await kept).toBe(false);
    expect(sent).toHaveLength(1);
  });
});
