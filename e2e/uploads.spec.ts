import { writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/test';
import { LibraryPage } from './pages/library-page';
import { expectNoViolations } from './support/expect-no-violations';

/** A session of one call, made large by one text. */
const session = (name: string, bytes: number): string =>
  JSON.stringify({
    appName: `uploads ${name}`,
    id: name,
    events: [
      { author: 'user', content: { role: 'user', parts: [{ text: 'x'.repeat(bytes) }] } },
      { author: 'bot', content: { role: 'model', parts: [{ text: 'Answer' }] } },
    ],
  });

/** The browser sends so many bytes a second at most. */
async function slowDown(page: Page, uploadThroughput: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1 },
    uploadThroughput,
  });
}

test('asks before a page that is sending is closed, and names afterwards what was cut off', async ({
  page,
  context,
}, info) => {
  const library = new LibraryPage(page);
  await library.open();
  await slowDown(page, 30_000);
  // Two are sent at a time; the third waits. What little is left is sent at once where a page closes, so both are long.
  const files = ['large', 'other', 'waiting'].map((name) => info.outputPath(`cut-${name}.json`));
  for (const [i, file] of files.entries()) {
    writeFileSync(file, session(`cut-${i}`, i < 2 ? 100_000_000 : 400));
  }
  await library.choose(...files);
  for (const name of ['cut-large.json', 'cut-other.json']) {
    await expect(library.importOf(name)).toContainText(/[1-9]\d* kB of 100/);
  }

  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await Promise.all([page.waitForEvent('close'), dialog.accept()]);

  const next = await context.newPage();
  const again = new LibraryPage(next);
  await again.open();
  const cut = (name: string): Locator =>
    again.imports.locator('[data-cut-off]').filter({ hasText: name });
  await again.showImports();
  await expect(cut('cut-large.json')).toContainText(
    /Cut off: [\d.]+ [kM]B of 100(?:\.0)? MB had been sent when the page was closed\. Choose the file again/,
  );
  await expect(cut('cut-other.json')).toContainText('Cut off');
  await expect(cut('cut-waiting.json')).toContainText(
    'Not sent: the page was closed before its turn',
  );
  await expectNoViolations(next);
  await next.screenshot({ path: info.outputPath('cut-off.png') });
  await next.emulateMedia({ colorScheme: 'dark' });
  await next.screenshot({ path: info.outputPath('cut-off-dark.png') });

  // Chosen again it arrives, and is no longer named; the others are forgotten.
  const [chooser] = await Promise.all([
    next.waitForEvent('filechooser'),
    next.getByRole('button', { name: 'Choose cut-waiting.json again' }).click(),
  ]);
  await chooser.setFiles(files[2] ?? '');
  await expect(again.importOf('cut-waiting.json')).toContainText('Receipt: 2 read', {
    timeout: 30_000,
  });
  await expect(cut('cut-waiting.json')).toHaveCount(0);
  for (const name of ['cut-large.json', 'cut-other.json']) {
    await next.getByRole('button', { name: `Forget ${name}` }).click();
    await expect(cut(name)).toHaveCount(0);
  }

  // Nothing is being sent: the page closes without a question, and nothing is named.
  await next.reload();
  await expect(again.row('uploads cut-2')).toBeVisible();
  await expect(next.locator('[data-cut-off]')).toHaveCount(0);
});

test('the overlay of a drag leaves, however the drag ends; what is pasted is JSON or refused', async ({
  page,
}) => {
  const library = new LibraryPage(page);
  await library.empty();
  await library.open();
  const overlay = page.getByText('Drop to import');
  const drag = (...types: readonly string[]): Promise<void> =>
    page.evaluate((names) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'overlay.txt'));
      for (const type of names) {
        const init = { dataTransfer, bubbles: true, cancelable: true };
        document.querySelector('main')?.dispatchEvent(new DragEvent(type, init));
      }
    }, types);
  // A drag that goes on repeats its events: the overlay ends after a second without one, which may
  // be over before a slow machine looks.
  const hold = (...types: readonly string[]): Promise<void> =>
    expect(async () => {
      await drag(...types);
      await expect(overlay).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
  await expect(page.getByRole('button', { name: /^Import/ }).first()).toBeVisible();

  // Three enters and no leave, then the way out of the window.
  await hold('dragenter', 'dragenter', 'dragenter', 'dragover');
  await drag('dragleave');
  await expect(overlay).toBeHidden();

  await hold('dragenter');
  await page.keyboard.press('Escape');
  await expect(overlay).toBeHidden();

  await hold('dragenter', 'dragover');
  await drag('dragend');
  await expect(overlay).toBeHidden();

  // No event at all: the drag is over when it is silent.
  await hold('dragenter', 'dragover');
  await expect(overlay).toBeHidden();

  // A drop on an element that keeps its events to itself.
  await page.evaluate(() => {
    document.querySelector('main')?.addEventListener('drop', (event) => event.stopPropagation());
  });
  await hold('dragenter', 'dragenter', 'dragover');
  await drag('drop');
  await expect(overlay).toBeHidden();
  await library.showImports();
  await expect(library.importOf('overlay.txt')).toContainText('Not imported');

  // A pasted text that is no JSON is refused; what begins as JSON is imported, and its error names the line.
  const alert = page.getByRole('alert').filter({ hasText: 'pasted text' });
  await library.paste('Claude said: [the parser] was read.');
  await expect(alert).toContainText('The pasted text is not JSON, so nothing was imported.');
  await expect(alert).toContainText('“Claude said: [the parser] was read.”');
  await library.paste('   ');
  await expect(alert).toContainText('The pasted text is empty, so nothing was imported.');
  await expect(library.imports.getByRole('listitem')).toHaveCount(1);
  await library.paste('{"format":"highwater-session",');
  await expect(library.importOf('pasted-1.jsonl').getByRole('alert')).toContainText('line 1');
});
