import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

declare global {
  interface Window {
    places: Set<number>;
  }
}

// Beside the chart all three move what stands below them; above it one is enough.
for (const [width, height, labels] of [
  [1440, 900, ['Context window', 'Correction cap', 'Default factor']],
  [768, 1024, ['Correction cap']],
] as const) {
  test(`no slider moves under the pointer, held or let go, on a slow machine at ${width}`, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await new LibraryPage(page).empty();
    const bench = new WorkbenchPage(page);
    await bench.open(await bench.importSample('production-incident.json'));
    for (const label of labels) {
      const { x, y } = await bench.press(label);
      await bench.slider(label).evaluate((thumb) => {
        const places = new Set<number>();
        window.places = places;
        const look = (): void => {
          if (window.places !== places) return;
          places.add(Math.round(thumb.getBoundingClientRect().top));
          requestAnimationFrame(look);
        };
        look();
      });
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      for (let i = 1; i <= 12; i++) {
        await page.mouse.move(x + 60 * Math.sin((i / 6) * Math.PI), y);
      }
      // The panels of text follow the settings, and are as high as before.
      await expect.poll(() => page.evaluate(() => window.places.size)).toBeGreaterThan(0);
      expect(await page.evaluate(() => [...window.places])).toHaveLength(1);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      // Far to the left the cause has another length; what scrolls follows it before it is drawn.
      const held = await bench.slider(label).boundingBox();
      await page.mouse.move(x - 90, y);
      await page.mouse.up();
      await bench.settled();
      await expect
        .poll(async () =>
          Math.abs(((await bench.slider(label).boundingBox())?.y ?? 0) - (held?.y ?? 0)),
        )
        .toBeLessThan(1.5);
    }
  });
}
