/** Recorded compactions of real traces, which are not part of the project: HIGHWATER_TRACES names their folder. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../support/test';
import { CausePage } from '../pages/cause-page';
import { WorkbenchPage } from '../pages/workbench-page';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

const compactions: readonly (readonly [string, readonly number[]])[] = [
  ['pi/pi-mono__before-compaction.jsonl', [173, 303]],
  ['codex/gpt-5.6-sol__entire-graph-2b77750b55-0.jsonl', [109, 277]],
  ['codex/gpt-5.4__git-sync-50cf769213-0.jsonl', [174]],
  ['claude-code/claude-opus-4-5__cli-0c20f08988-0.jsonl', [131]],
  ['claude-code/claude-opus-4-6__cli-8aa463e2ba-0.jsonl', [149]],
];

for (const [file, steps] of compactions) {
  test(`${file}: a step reads the same in headline, ledger, table and tooltip, before and after a what-if`, async ({
    page,
  }) => {
    const bench = new WorkbenchPage(page);
    const why = new CausePage(page);
    const trace = readFileSync(path.join(folder, file));
    const id = await bench.importText(path.basename(file), trace);
    for (const step of steps) {
      await bench.open(id, `?step=${step}&range=${step - 15}-${step + 15}`);
      const row = bench.steps.locator('[role=row][aria-selected=true]');
      const reads = async (): Promise<readonly string[]> => {
        await bench.settled();
        await expect(why.headline).toContainText(`Step ${step} compacted`);
        await expect(bench.ledger.locator('[data-outcome]')).toContainText('compacted');
        await expect(row.locator('[data-column=outcome]')).toContainText('compacted');
        const decision = (await bench.operand('decision').textContent()) ?? '';
        await expect(row.locator('[data-column=decision]')).toHaveText(decision);
        await bench.readsInTooltip(step, 'compacted', decision);
        return [
          await bench.verdict.textContent(),
          await why.headline.textContent(),
          await bench.ledger.textContent(),
        ].map(String);
      };
      const before = await reads();
      test.info().annotations.push({ type: 'told', description: before[1] ?? '' });
      const setting = bench.parameters.getByRole('textbox').first();
      await setting.fill(
        `${Math.round(Number((await setting.inputValue()).replaceAll(',', '')) * 0.8)}`,
      );
      await setting.press('Enter');
      await expect(bench.back()).toBeVisible();
      await bench.back().click();
      await expect(bench.back()).toHaveCount(0);
      expect(await reads()).toEqual(before);
    }
  });
}
