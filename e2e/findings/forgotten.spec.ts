import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

/** Lines of a Claude Code log whose agent reads two files, is compacted, and reads them again. */
class ReadingLog {
  readonly #lines: object[] = [];
  #parent: string | null = null;

  user(content: unknown, more: object = {}): this {
    return this.#push('user', { message: { role: 'user', content }, ...more });
  }

  read(path: string, text: string, prompt: number): this {
    const id = `toolu_${this.#lines.length}`;
    const message = {
      ...{ id: `msg_${id}`, model: 'claude-opus-4-6', role: 'assistant' },
      content: [{ type: 'tool_use', id, name: 'Read', input: { file_path: path } }],
      usage: { input_tokens: prompt, output_tokens: 40 },
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
    const uuid = `forgotten-${this.#lines.length}`;
    const timestamp = new Date(Date.UTC(2026, 1, 8, 11, 0, this.#lines.length * 4)).toISOString();
    const head = { parentUuid: this.#parent, isSidechain: false, sessionId: 'forgotten' };
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
    page.getByRole('button', { name: `${findings.length} findings`, exact: true }),
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
