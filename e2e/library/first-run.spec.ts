import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';

/** A folder with one recording of an agent, as its home folder holds them. */
async function recorded(name: string, question: string): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), `highwater-e2e-${name}-`)));
  const log = new ClaudeCodeLog(`e2e11e00-0000-4000-8000-0000000000${name === 'a' ? 'f1' : 'f2'}`);
  await writeFile(
    path.join(folder, 'session.jsonl'),
    log.user(question).answer(30_000, 'Answered').user('And then?').answer(30_400, 'Done').text(),
  );
  return folder;
}

// Where the server looks for folders: lib/server/roots/found-folders.test.ts.
test('the first run opens what is ticked of the folders that are found, and nothing before', async ({
  page,
}, info) => {
  test.slow();
  const [wanted, left] = [await recorded('a', 'First run'), await recorded('b', 'Left alone')];
  const folders = [wanted, left].map((at) => ({
    ...{ path: at, agent: 'Claude Code', files: 1, bytes: 2_048, newest: Date.now() },
  }));
  await page.route('**/api/found', (route) => route.fulfill({ json: { folders } }));
  const watched = async (): Promise<readonly { readonly id: string; readonly path: string }[]> => {
    const answer = (await (await page.request.get('/api/watched')).json()) as {
      readonly folders: readonly { readonly id: string; readonly path: string }[];
    };
    return answer.folders.filter((one) => one.path === wanted || one.path === left);
  };
  const library = new LibraryPage(page);
  await library.openEmpty();
  const open = page.getByRole('button', { name: 'Open 2 recordings found on this machine' });
  await expect(open).toBeEnabled();
  await page.getByRole('checkbox', { name: `Open ${left}` }).uncheck();
  await expect(open).toHaveCount(0);
  await expectNoViolations(page);
  await expectFits(page, [1440, 768]);
  await page.screenshot({ path: info.outputPath('found.png') });
  expect(await watched()).toEqual([]);

  await page.getByRole('button', { name: 'Open 1 recording found on this machine' }).click();
  // A search opens what is folded as nothing to look at.
  await library.search.fill('first run');
  await expect(library.row('First run')).toBeVisible({ timeout: 30_000 });
  await library.search.fill('left alone');
  await expect(
    page.getByRole('heading', { name: 'No session matches “left alone”' }),
  ).toBeVisible();
  const now = await watched();
  expect(now.map((one) => one.path)).toEqual([wanted]);
  for (const { id } of now) await page.request.delete(`/api/watched/${id}`);
  await Promise.all([wanted, left].map((at) => rm(at, { recursive: true })));
});
