import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textSession } from '@/lib/engine/session/testing/text-session';
import {
  changedLimitsSchema,
  limitsSchema,
  type ChangedLimits,
} from '@/lib/api/contract/limits-contract';
import { getLimits, putLimits } from './limits';
import { patchSession } from './sessions/sessions';
import {
  call,
  closeLibrary,
  imported,
  openLibrary,
  read,
  refusal,
  rows,
} from './testing/library-routes';
import { idleImportHost } from './testing/idle-import-host';

idleImportHost();

const importedAs = (name: string, model: string): Promise<string> =>
  imported(textSession(`model ${model}\nu "${name}"\n-- 900`, name));

const put = (limits: unknown): Promise<ChangedLimits> =>
  read(changedLimitsSchema, call(putLimits, {}, 'PUT', { limits }));

beforeAll(async () => {
  await openLibrary();
  await importedAs('one', 'house-model-1');
  await importedAs('two', 'house-model-2');
  await importedAs('other', 'claude-sonnet-4-5');
});
afterAll(closeLibrary);

describe('limits by model name', () => {
  it('change every session that fits, and what its row says', async () => {
    expect((await rows())['one']).toMatchObject({ limit: null, overflowSteps: null });
    const { sessions } = await put([{ pattern: 'house-*', tokens: 800 }]);
    expect(sessions).toBe(2);
    const after = await rows();
    expect(after['one']).toMatchObject({ limit: 800, overflowSteps: 1 });
    expect(after['two']).toMatchObject({ limit: 800 });
    expect(after['other']).toMatchObject({ limit: 200_000 });
    expect((await read(limitsSchema, call(getLimits, {}))).limits).toHaveLength(1);
  });

  it('hold for what is imported later', async () => {
    await importedAs('three', 'house-model-3');
    expect((await rows())['three']).toMatchObject({ limit: 800 });
  });

  it('leave a session its own limit, and go again', async () => {
    const { id } = (await rows())['two']!;
    await call(patchSession, { id }, 'PATCH', { limit: { tokens: 5_000 } });
    expect((await put([])).sessions).toBe(2);
    const after = await rows();
    expect(after['one']).toMatchObject({ limit: null });
    expect(after['two']).toMatchObject({ limit: 5_000 });
  });

  it('are refused by field when they are none', async () => {
    const limits = [{ pattern: '(x)', tokens: 1 }];
    const { at } = await refusal(call(putLimits, {}, 'PUT', { limits }), 400);
    expect(at).toBe('limits.0.pattern');
  });
});
