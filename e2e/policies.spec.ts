import { expect, test } from './support/test';
import { ScenariosPage } from './pages/scenarios-page';
import { WorkbenchPage } from './pages/workbench-page';
import { crowdedSettings } from './support/crowded-settings';
import { expectNoViolations, expectReadableColours } from './support/expect-no-violations';
import { watchErrors } from './support/watch-errors';

/**
 * Outcome of each policy to the sample with a limit of 200,000. Thresholds: 200,000 −
 * 20,000 = 180,000 · Claude Code 200,000 − 20,000 − 13,000 = 167,000 · above 80 % or boundary `>`:
 * 160,000 · Codex 9/10: 180,000 · Gemini CLI half · OpenCode − 32,000 · pi − 16,384 · ADK and OpenAI 80 % · Cline 90 % of 90 % · Anthropic 150,000 · LangChain, LangMem, goose and Copilot 80 %, deepagents 85 %, Inspect 90 %, Kimi Code 50,000 left, Qwen Code 33,000 left, Roo Code 0.9 × 200,000 − 8,192, Strands 70 % · AI SDK 100,000 · Mastra 127,000 and 30,000 · Agent Framework half of 200,000 − 16,384 · Goat as documented 0.8 × (200,000 − 73 − 16,384) = 146,834 · clairvoyant: the limit.
 */
const drafts: Readonly<Record<string, string>> = {
  'adk-go': 'compacts at steps 68, 120, 178 and 228 (first 167,270 ≥ 160,000)',
  'adk-java': 'compacts at steps 68, 120, 179 and 230 (first 162,019 > 160,000)',
  'adk-python': 'compacts at steps 68, 120, 179 and 230 (first 162,019 ≥ 160,000)',
  'adk-sliding': 'compacts at steps 36, 64, 85, 111 and 4 more (first with 3 turns since the last)',
  'adk-typescript': 'compacts at steps 68, 120, 179 and 230 (first 162,019 > 160,000)',
  'agent-framework':
    'compacts at steps 59, 60, 61, 62 and 161 more (first 92,682 > 91,808); shortens 432 entries',
  'agent-framework-summarization':
    'compacts at steps 3, 4, 5, 6 and 239 more (first with 7 messages); nothing overflows',
  'ai-sdk-prune':
    'compacts at steps 61, 64, 71, 78 and 17 more (first 100,760 > 100,000); shortens 416 entries',
  'anchor-delta': 'compacts at steps 76, 147 and 209 (first 183,233 ≥ 180,000)',
  'anthropic-compaction': 'compacts at steps 62, 115, 175 and 226 (first 151,667 ≥ 150,000)',
  'anthropic-editing': 'never compacts; shortens 217 entries; nothing overflows',
  clairvoyant: '(first 200,595 > 200,000); nothing overflows',
  'claude-code': '(first 167,285 ≥ 167,000); nothing overflows',
  'claude-code-documented': '(first 162,019 > 160,000)',
  cline: 'compacts at steps 68, 118, 175 and 223 (first 162,019 ≥ 162,000)',
  codex: 'compacts at steps 76, 147 and 209 (first 182,014 ≥ 180,000); nothing overflows',
  'contextguard-sliding-window': 'loses up to 29 entries on 214 steps, first at step 11',
  'contextguard-sliding-window-corrected': '(first with 21 entries since the last)',
  'contextguard-tail': '(first 160,045 ≥ 160,000); overflows on 15 steps',
  'contextguard-threshold':
    'asks for a compaction at steps 76, 147 and 209 (first 183,278 ≥ 180,000), where the recording compacts',
  copilot:
    'compacts at steps 71, 131 and 189 (first started at 68: 167,295 ≥ 160,000); nothing overflows',
  crush: 'compacts at steps 68, 129 and 189 (first 162,044 ≥ 160,000)',
  deepagents: 'compacts at steps 104 and 186 (first 170,004 ≥ 170,000); overflows on 39 steps',
  'gemini-cli': '(first 102,484 ≥ 100,000); nothing overflows',
  'goat-as-coded': 'it estimated 54,715, needs more than 160,000); shortens',
  'goat-documented': '(first 148,154 > 146,834)',
  'goat-fixed': 'it estimated 54,715, needs more than 160,000); shortens',
  goose: 'compacts at steps 71, 131 and 196 (first 170,888 > 160,000); nothing overflows',
  inspect: 'compacts at steps 76, 147 and 209 (first 181,179 > 180,000); nothing overflows',
  kimi: 'compacts at steps 62, 116, 176 and 229 (first 150,562 ≥ 150,000); nothing overflows',
  langchain: 'compacts at steps 98 and 179 (first 163,810 ≥ 160,000); overflows on 32 steps',
  langmem: 'compacts at steps 97 and 186 (first 160,178 ≥ 160,000); overflows on 27 steps',
  llamaindex: '(first 29,088 > 21,000); nothing overflows; loses up to 453 entries',
  'llamaindex-typescript': '(first 109,342 > 105,000); overflows on 6 steps',
  'mastra-limiter':
    'compacts at steps 76, 77, 78, 79 and 166 more (first 128,783 > 127,000); nothing overflows',
  'mastra-observational':
    'compacts at steps 20, 37, 51, 61 and 15 more (first 31,926 ≥ 30,000); nothing overflows',
  none: 'never compacts; overflows on 163 steps',
  'openai-agents': 'compacts at step 10 (with 29 items); overflows on 157 steps',
  'openai-compaction': 'compacts at steps 67, 126, 184 and 243 (first 162,019 > 160,000)',
  'openai-truncation': 'loses up to 353 entries on 163 steps, first at step 83',
  opencode: 'compacts at steps 118 and 184 (first 169,079 ≥ 168,000); shortens 55 entries',
  'opencode-tail': 'compacts at steps 69, 124, 180 and 236 (first 169,329 ≥ 168,000)',
  pi: 'compacts at steps 77, 132, 189 and 245 (first 184,106 > 183,616)',
  qwen: 'compacts at steps 68, 128 and 189 (first 167,317 ≥ 167,000); nothing overflows',
  recorded: 'the recording’s own compactions; nothing overflows',
  roo: 'compacts at steps 72, 133 and 197 (first 173,348 ≥ 171,809); nothing overflows',
  'strands-sliding': '(first with 42 messages); nothing overflows; loses up to 428 entries',
  'strands-summarizing': 'compacts at steps 60, 75, 89, 101 and 9 more (first 141,362 ≥ 140,000)',
};

test('every policy of the registry replays, says where it comes from and shows its ledger', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const errors = watchErrors(page);
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('kubernetes-agent.json'), '?step=100&tab=request');
  const ids = await bench.policyIds();
  expect([...ids].sort()).toEqual(Object.keys(drafts));
  for (const id of ids) {
    await bench.policy.selectOption(id);
    await expect(bench.verdict).toContainText(drafts[id] ?? '');
    await expect(bench.provenance).toHaveAttribute(
      'data-provenance',
      /^(exact|exact-rule|documented|reconstructed|ours)$/,
    );
    await expect(bench.provenance).toContainText(/\w{4}/);
    expect(await crowdedSettings(bench.parameters)).toEqual([]);
    await expect(bench.ledger.getByRole('heading', { name: 'Step 100 · ledger' })).toBeVisible();
    await expect(bench.operand('heuristic')).toHaveText(/^[\d,]+$/);
    await expect(bench.operand('real')).toHaveText(/^~?[\d,]+$/);
    await expect
      .poll(() => bench.setting('policy'))
      .toBe(id === 'contextguard-threshold' ? null : id);
    await expect(page.locator('[data-request]')).toContainText(/201 entries = .*[\d,]+ sent/);
  }
  expect(errors).toEqual([]);
});

test('tells which version ran: the presets give what the golden vectors say', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await new ScenariosPage(page).open('?q=8k_NormalConversation');
  await page
    .getByRole('button', { name: /8k_NormalConversation/ })
    .first()
    .click();
  await expect(bench.verdict).toContainText('What-if (');
  // golden/history.json, TestStress_8k_NormalConversation: compactions by version, 2 steps above
  // 8,000 where nothing compacts. The summary is 120 bytes, as the scenario scripts it.
  const versions = [
    ['PR 7, first design', 6, 'nothing overflows'],
    ['PR 7, hardened', 6, 'nothing overflows'],
    ['v0.9.0: watermark fixed', 1, 'nothing overflows'],
    ['v0.9.1: tools, inline data, factor 2.5', 1, 'nothing overflows'],
    ['v0.12.0 – v0.15.0: never compacts', 0, 'overflows on 2 steps'],
    ['v0.15.1: three attempts', 1, 'nothing overflows'],
  ] as const;
  for (const [label, compactions, outcome] of versions) {
    await bench.preset.selectOption({ label });
    await expect(bench.preset.locator('option:checked')).toHaveText(label);
    await expect(bench.verdict).toContainText(outcome);
    await expect.poll(() => bench.compactions()).toBe(compactions);
  }
  await bench.preset.selectOption({ label: 'v0.12.0 – v0.15.0: never compacts' });
  await expect(bench.verdict).toContainText('would not compact (0 attempts allowed');
  await expect(bench.provenance).toContainText('v0.12.0 (211f636), 2026-03-29');
  await expect(bench.provenance).toContainText('default of 0 attempts');
  const history = bench.parameters.locator('[data-group=History]');
  await expect(history).toContainText(/\d changed/);
  await history.getByRole('button').click();
  await expect(history.getByRole('combobox', { name: 'When the summariser fails' })).toBeVisible();
});

test('shows the entries that the sliding window loses', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('production-incident.json');
  // It fires above 20 entries: at step 10 with 21. max(3, trunc(0.3 × 20)) = 6 would stay, but
  // pair-safe; the step after, all 21 count as summarised, and the tail is nowhere.
  await bench.open(id, '?policy=contextguard-sliding-window&step=10&tab=request');
  const counts = page.locator('[data-request]');
  await expect(bench.operand('decision')).toHaveText('21 entries');
  await expect(bench.operand('threshold')).toHaveText('20 entries');
  const text = (await counts.textContent()) ?? '';
  const [, kept, summarised] = /21 entries = (\d+) sent \+ (\d+) in the summary/.exec(text) ?? [];
  expect(Number(kept) + Number(summarised)).toBe(21);
  await bench.page.locator('h1').click();
  await page.keyboard.press('ArrowRight');
  await expect(counts).toContainText(`${kept ?? ''} lost`);
  await expect(bench.request.locator('[data-line=lost]')).toContainText(
    'neither in the summary nor sent',
  );
  await expect(bench.ledger.locator('[data-event=lost]')).toContainText('from here on');
  await expect(page.locator('[data-totals]')).toContainText('up to 61 lost entries');
  await expect.poll(() => bench.marks('lost')).toBeGreaterThan(0);
  await expect(bench.chart.locator('[data-legend=lost]')).toBeVisible();
  await bench.policy.selectOption('contextguard-sliding-window-corrected');
  await expect(bench.verdict).not.toContainText('loses');
  await expect(bench.request.locator('[data-line=lost]')).toHaveCount(0);
});

test('notes of a policy: on the rail, in the table, by keys', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('kubernetes-agent.json');
  await bench.open(id, '?policy=goat-documented&step=0');
  await expect(bench.chart.locator('[data-legend=boundary]')).toBeVisible();
  await bench.page.locator('h1').click();
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('n');
  }
  await expect(bench.ledger.locator('[data-event=boundary]')).toContainText('preTokens');
  await expect(bench.steps.locator('[aria-selected=true] [data-column=events]')).toContainText(
    'boundary message',
  );

  // As coded, Goat shortens tool results long before anything compacts: the next event is one.
  await bench.open(id, '?policy=goat-as-coded&step=0');
  await bench.page.locator('h1').click();
  await page.keyboard.press('.');
  await expect(bench.ledger.locator('[data-event=prune]')).toContainText('cut short');
});

test('the threshold of another rule moves the window through its own inverse', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('kubernetes-agent.json');
  await bench.open(id, '?policy=claude-code');
  const threshold = bench.handle('Threshold');
  await expect(threshold).toHaveAttribute('aria-valuenow', '167000');
  await threshold.focus();
  // window − 20,000 − 13,000: a thousand lower is a window a thousand smaller.
  await page.keyboard.press('ArrowDown');
  await expect(threshold).toHaveAttribute('aria-valuenow', '166000');
  await expect.poll(() => bench.setting('window')).toBe('199000');

  // Crush at exactly 200,000 keeps 20 %; from 200,001 on it keeps 20,000.
  await bench.open(id, '?policy=crush');
  await expect(threshold).toHaveAttribute('aria-valuenow', '160000');
  await threshold.focus();
  await page.keyboard.press('ArrowUp');
  await expect(threshold).toHaveAttribute('aria-valuenow', '180001');
  await expect.poll(() => bench.setting('window')).toBe('200001');
});

test('is accessible under another policy with groups open and notes on the rail', async ({
  page,
}, info) => {
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('kubernetes-agent.json');
  await bench.open(id, '?policy=goat-documented&fault=state-lost@120');
  for (const group of await bench.parameters.locator('[data-group] > button').all()) {
    await group.click();
  }
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('goat.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadableColours(page);
});
