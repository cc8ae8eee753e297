import type { Locator } from '@playwright/test';

/** Labels of the settings in view whose number is cut off, or stands under its label or the mark beside that. */
export const crowdedSettings = (parameters: Locator): Promise<readonly string[]> =>
  parameters.locator('[data-setting]').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const label = row.querySelector('label');
      const number = row.querySelector<HTMLInputElement>('input[inputmode]');
      if (label === null || !number?.checkVisibility()) return [];
      const box = number.getBoundingClientRect();
      const marks = [label, row.querySelector('button')].flatMap((mark) =>
        mark === null ? [] : [mark.getBoundingClientRect()],
      );
      const covered = marks.some(
        ({ left, right, top, bottom }) =>
          left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      );
      const cut = number.scrollWidth > number.clientWidth;
      return covered || cut ? [`${label.textContent}: ${number.value}`] : [];
    }),
  );
