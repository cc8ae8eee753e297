import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

const CODE = 'export const parse = (line: string) => line.split(";");\n'.repeat(60);

/** An agent reads two files, is compacted, and reads them again. */
const log = (): string =>
  new ClaudeCodeLog('forgotten')
    .user('Repair the parser, please.')
    .read('/work/src/parser.ts', CODE, 20_000)
    .read('/work/src/reader.ts', `${CODE}// reader`, 40_000)
    .user('Go on.')
    .read('/work/src/other.ts', '// other', 60_000)
    .compaction('auto', 60_000, 'The work is half done; /work/src/other.ts is fine.')
    .user('Go on, then.')
    .read('/work/src/parser.ts', CODE, 15_000)
    .read('/work/src/reader.ts', `${CODE}// reader`, 30_000)
    .text();

test('finds the files that were read again, as the API does, and leads to the compaction', async ({
  page,
  request,
}) => {
  await new LibraryPage(page).empty();
  const id = await new WorkbenchPage(page).importText('forgotten.jsonl', log());
  await page.goto(`/sessions/${id}?policy=own&tab=findings`);
  const title = 'Files are read again after a compaction';
  await expect(page.getByText(title).first()).toBeVisible();
  const { findings } = (await (await request.get(`/api/sessions/${id}/findings`)).json()) as {
    findings: { detector: string }[];
  };
  expect(findings.map(({ detector }) => detector)).toContain('files-reread');
  await expect(
    page.getByRole('tab', { name: `Findings ${findings.length}`, exact: true }),
  ).toBeVisible();
  await page
    .getByRole('listbox', { name: 'Findings' })
    .getByRole('option', { name: title })
    .click();
  await page.getByRole('button', { name: 'Open compactions' }).click();
  await expect(page.getByRole('tab', { name: 'Compactions' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});
