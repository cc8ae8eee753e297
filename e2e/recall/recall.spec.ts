import type { Page } from '@playwright/test';
import { expect, test } from '../support/test';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';
import { watchErrors } from '../support/watch-errors';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

let made = 0;

/** Lines of a Claude Code log whose agent reads two files, is compacted, and reads them again. */
class ReadingLog {
  readonly #lines: object[] = [];
  #parent: string | null = null;
  readonly #id = `recall-${++made}`;

  user(content: unknown, more: object = {}): this {
    return this.#push('user', { message: { role: 'user', content }, ...more });
  }

  read(path: string, text: string, prompt: number): this {
    const id = `toolu_${this.#lines.length}`;
    const usage = { input_tokens: prompt, output_tokens: 40 };
    const content = [{ type: 'tool_use', id, name: 'Read', input: { file_path: path } }];
    const message = {
      id: `msg_${id}`,
      model: 'claude-opus-4-6',
      role: 'assistant',
      content,
      usage,
    };
    this.#push('assistant', { requestId: `req_${id}`, message });
    return this.user([{ type: 'tool_result', tool_use_id: id, content: text }]);
  }

  compaction(summary: string): this {
    this.#parent = null;
    this.#push('system', {
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto', preTokens: 60_000 },
    });
    return this.user(summary, { isCompactSummary: true });
  }

  text(): string {
    return `${this.#lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  }

  #push(type: string, rest: object): this {
    const uuid = `${this.#id}-${this.#lines.length}`;
    const timestamp = new Date(Date.UTC(2026, 1, 8, 11, 0, this.#lines.length * 4)).toISOString();
    const head = { parentUuid: this.#parent, isSidechain: false, sessionId: this.#id };
    this.#lines.push({ ...head, version: '2.1.37', type, uuid, timestamp, ...rest });
    this.#parent = uuid;
    return this;
  }
}

const CODE = 'export const parse = (line: string) => line.split(";");\n'.repeat(60);

const log = (): string =>
  new ReadingLog()
    .user('Repair the parser, please.')
    .read('/work/src/parser.ts', CODE, 20_000)
    .read('/work/src/reader.ts', `${CODE}// reader`, 40_000)
    .user('Go on.')
    .read('/work/src/other.ts', '// other', 60_000)
    .compaction('The work is half done; /work/src/other.ts is fine.')
    .user('Go on, then.')
    .read('/work/src/parser.ts', CODE, 15_000)
    .read('/work/src/reader.ts', `${CODE}// reader`, 30_000)
    .text();

async function opened(page: Page, search: string, url = ''): Promise<string> {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importText('recall.jsonl', log());
  await page.goto(`/sessions/${id}${url}${search}`);
  return id;
}

test('says what a compaction took that is needed again, as the command line and the API do', async ({
  page,
  request,
}, info) => {
  const errors = watchErrors(page);
  const id = await opened(page, '?policy=own&step=2&tab=recall');
  const answer = await request.post(`/api/sessions/${id}/recall`, { data: {} });
  const { available, recall } = (await answer.json()) as {
    available: boolean;
    recall: {
      recorded: { step: number; lost: number; rework: unknown[]; names: { name: string }[] }[];
      lastNeeded: number[];
      within: { best: { step: number; low: number }[] };
    };
  };
  expect(available).toBe(true);
  const [one] = recall.recorded;
  expect(one?.names.map(({ name }) => name)).toContain('/work/src/parser.ts');
  expect(one?.rework).toHaveLength(2);

  await expect(page.locator('[data-recall="headline"]')).toContainText('named again');
  // The moments that cover least stand first, said to be hindsight; one of them is gone to.
  const moments = page.locator('[data-recall="within"]').first();
  await expect(moments).toContainText('Seen with hindsight');
  const [cheapest] = recall.within.best;
  await expect(moments.getByRole('listitem').first()).toContainText(`step ${cheapest!.step}`);
  await expect(page.locator('[data-recall="evidence"]')).toContainText('not surely cheaper');
  const table = page.getByRole('region', { name: 'What each compaction takes' });
  const row = table.getByRole('row').filter({ hasText: 'recording' });
  await expect(row).toContainText(String(one!.step));
  const part = page.locator('[data-recall="compaction"]');
  await expect(part).toContainText('/work/src/parser.ts');
  await expect(part.locator('[data-recall="rework"]')).toContainText(
    '2 calls repeated with the same arguments and the same result',
  );
  await expect(part.locator('[data-recall="rework"]')).toContainText('as fresh input they cost $');
  await expect(part.locator('[data-recall="pinned"]')).toContainText('the first request');
  await expect(page.locator('[data-recall="entries"]')).toContainText('Read');
  await expectNoViolations(page, '[role=tabpanel]');
  await page.screenshot({ path: info.outputPath('wide.png') });
  await page.setViewportSize({ width: 768, height: 1000 });
  await expect(part).toBeVisible();
  await expectFits(page, [768], '[role=tabpanel]');
  await page.screenshot({ path: info.outputPath('narrow.png') });
  expect(errors).toEqual([]);
});

test('says of each entry of a request when it was last named, and lists both tracks as numbers', async ({
  page,
  request,
}) => {
  const id = await opened(page, '?policy=own&step=2&tab=request');
  const answer = await request.post(`/api/sessions/${id}/recall`, { data: {} });
  const { recall } = (await answer.json()) as {
    recall: { lastNeeded: number[]; steps: Readonly<Record<string, number[]>> };
  };
  const rows = page.locator('[data-line="entry"]');
  const last = recall.lastNeeded.findLast((step, entry) => step > 0 && entry < 5);
  await expect(
    rows.getByText(`last named at ${last}`).filter({ visible: true }).first(),
  ).toBeVisible();
  const never = rows.filter({ hasText: 'never named' }).first();
  await never.getByRole('button').first().click();
  await expect(never.locator('[data-last-named]')).toHaveText('No later step names what it holds.');
  await expectNoViolations(page, '[role=tabpanel]');
  await page.getByRole('button', { name: /^Tracks \d+ of/ }).click();
  await page.getByRole('button', { name: 'All tracks as a table' }).click();
  const table = page.getByRole('dialog', { name: 'Tracks as a table' });
  for (const name of ['named again', 'regret']) {
    await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  const [least, most] = [recall.steps['liveLow']![2]!, recall.steps['liveHigh']![2]!];
  await expect(table.getByRole('row').filter({ hasText: /^2/ })).toContainText(
    least === most
      ? least.toLocaleString('en-US')
      : `${least.toLocaleString('en-US')}–${most.toLocaleString('en-US')}`,
  );
});

test('draws the tokens named again under the real ones, and regret as a track', async ({
  page,
}) => {
  await opened(page, '?lines=real,live&tracks=regret');
  const live = page.locator('[data-live]');
  await expect(live.locator('[data-part="low"] path').first()).toHaveAttribute('d', /^M/);
  await expect(live.locator('[data-part="band"]')).toHaveAttribute('d', /^M/);
  const track = page.locator('[data-track="regret"]');
  await expect(track.locator('[data-part="value"] path').first()).toHaveAttribute('d', /^M/);
  await page.getByRole('button', { name: 'named again' }).click();
  await expect(live).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).searchParams.get('lines')).toBe('real');
});

/** The other session that a link names. */
const named = (page: Page): string | null => new URL(page.url()).searchParams.get('against');

test('takes off the names of the longest other session as the API does, unless another or none is chosen', async ({
  page,
  request,
}, info) => {
  await opened(page, '?policy=own&step=2&tab=recall');
  const chance = page.locator('[data-recall="chance"]');
  await expect(chance).toContainText('No other session to measure chance against');
  const choice = page.getByRole('combobox', { name: 'Take off the names of' });
  await expect(choice).toHaveCount(0);

  const bench = new WorkbenchPage(page);
  const id = await bench.importText('other.jsonl', log());
  await page.goto(`/sessions/${id}?policy=own&step=2&tab=recall`);
  await expect(chance).toContainText('Chance level subtracted');
  await expect(chance).toContainText('The other session is');
  await expect(chance).toContainText('the longest recorded one of another trace');
  const asked = async (data: object) =>
    (await (await request.post(`/api/sessions/${id}/recall`, { data })).json()) as {
      against: { id: string; name: string } | null;
      recall: { chance: string; shared: number; totals: { regret: number } };
    };
  const { against, recall } = await asked({});
  expect(recall.chance).toBe('subtracted');
  await expect(chance).toContainText(against!.name);
  await expect(chance).toContainText(`${recall.shared} of `);
  // Two recordings of one task say the same names: none of them is this one's own.
  expect(recall.totals.regret).toBe(0);
  const names = page.locator('[data-recall="compaction"]');
  await expect(names).toContainText('nothing of them is named again');
  await expectNoViolations(page, '[role=tabpanel]');
  await page.screenshot({ path: info.outputPath('subtracted.png') });

  await choice.selectOption('none');
  await expect(names).toContainText('/work/src/parser.ts');
  await expect(chance).toContainText('Chance level not subtracted, as asked');
  const all = await asked({ against: 'none' });
  expect(all).toMatchObject({ against: null, recall: { chance: 'unknown', shared: 0 } });
  expect(all.recall.totals.regret).toBeGreaterThan(0);
  // The choice is in the link.
  await expect.poll(() => named(page)).toBe('none');
  await page.reload();
  await expect(chance).toContainText('Chance level not subtracted, as asked');
  await expect(names).toContainText('/work/src/parser.ts');

  await choice.selectOption(against!.id);
  await expect(chance).toContainText('as chosen');
  await expect.poll(() => named(page)).toBe(against!.id);
  await page.goto(`/sessions/${id}?policy=own&step=2&tab=recall&against=nowhere`);
  await expect(chance).toContainText('Chance level not subtracted: ');
  await expect(names).toContainText('/work/src/parser.ts');
  await expectNoViolations(page, '[role=tabpanel]');
  await choice.selectOption('');
  await expect(chance).toContainText('Chance level subtracted');
  await expect.poll(() => named(page)).toBeNull();
});

test('finds the files that were read again, and counts them in the library', async ({
  page,
  request,
}) => {
  const id = await opened(page, '?policy=own&tab=findings');
  await expect(page.getByText('Files are read again after a compaction').first()).toBeVisible();
  const { findings } = (await (await request.get(`/api/sessions/${id}/findings`)).json()) as {
    findings: { detector: string }[];
  };
  expect(findings.map(({ detector }) => detector)).toContain('files-reread');
  await expect(
    page.getByRole('button', { name: `${findings.length} findings`, exact: true }),
  ).toBeVisible();
});

test('is not available of numbers alone, and says why', async ({ page, request }) => {
  await new LibraryPage(page).empty();
  const answer = await request.post('/api/sessions?numbersOnly=1', {
    data: log(),
    headers: { 'x-file-name': 'numbers.jsonl', 'content-type': 'application/octet-stream' },
  });
  expect(answer.ok()).toBe(true);
  const list = async () =>
    ((await (await request.get('/api/sessions')).json()) as { sessions: { id: string }[] })
      .sessions;
  await expect.poll(async () => (await list()).length).toBe(1);
  const [session] = await list();
  expect((await request.get(`/api/sessions/${session!.id}/references`)).status()).toBe(204);
  await page.goto(`/sessions/${session!.id}?tab=recall&lines=real,live`);
  await expect(page.locator('[data-recall="missing"]')).toContainText('Not available');
  await expectNoViolations(page, '[role=tabpanel]');
});
