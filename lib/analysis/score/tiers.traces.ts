/** Claude Code's tiers against the recording that shows the first of them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { claudeCodeTiers } from '@/lib/policies/claude-code/tiers';
import { numbersOnlySessions } from './testing/recorded-sessions';

const folder = process.env['HIGHWATER_TRACES'] ?? '';
const archive = join(folder, '../recordings/compactions-numbers-only.tar.gz');
const sessions = [...numbersOnlySessions(archive)].map(({ profile }) => profile);

const under = (preset: string) =>
  claudeCodeTiers.settings.parse(
    claudeCodeTiers.presets.find(({ id }) => id === preset)?.settings ?? {},
  );

test('clears up to the result that the recording cleared last, or the one behind it', () => {
  const cleared = sessions.flatMap((profile) =>
    profile.head.compactions
      .filter(({ kind }) => kind === 'elision')
      .map((one) => ({ profile, ...one })),
  );
  expect(cleared).toHaveLength(2);
  for (const { profile, step, elided } of cleared) {
    const made = replay(prepare(profile), claudeCodeTiers, under('2.1.20'), { limit: 200_000 });
    const own = made.notes.elisions.filter((one) => one.step === step).map(({ entry }) => entry);
    const last = elided.at(-1) ?? -1;
    expect([last, last + 1]).toContain(own.at(-1));
    // Results that are shorter than the placeholder stay as they are.
    expect(own.filter((entry) => elided.includes(entry)).length).toBeGreaterThan(
      0.8 * elided.length,
    );
  }
});
