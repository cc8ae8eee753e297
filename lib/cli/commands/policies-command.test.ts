import { describe, expect, it } from 'vitest';
import { policies } from '@/lib/policies/registry';
import { capture, parsed } from '../testing/captured-io';

interface Listed {
  readonly policies: readonly {
    readonly id: string;
    readonly provenance: Readonly<Record<'repository' | 'path' | 'version' | 'fidelity', string>>;
    readonly settings: readonly {
      readonly key: string;
      readonly label: string;
      readonly type: string;
      readonly nullable: boolean;
      readonly default: unknown;
      readonly minimum?: number;
      readonly maximum?: number;
      readonly unit?: string;
      readonly values?: readonly string[];
    }[];
    readonly presets: readonly {
      readonly id: string;
      readonly settings: Readonly<Record<string, unknown>>;
      readonly provenance: Readonly<Record<string, string>>;
    }[];
  }[];
}

async function listed(): Promise<Listed['policies']> {
  const { code, out, messages } = await capture(['policies', '--json']);
  expect({ code, messages }).toEqual({ code: 0, messages: '' });
  return parsed<Listed>(out).policies;
}

describe('policies --json', () => {
  it('lists every policy of the registry with its provenance', async () => {
    const all = await listed();
    expect(all.map(({ id }) => id)).toEqual(policies.map(({ id }) => id));
    expect(all.map(({ provenance }) => provenance)).toEqual(
      policies.map(({ provenance: { basis, ...rest } }) => ({ ...rest, fidelity: basis })),
    );
  });

  it('has for every setting a type, a default that it allows, and its range', async () => {
    for (const policy of await listed()) {
      const defaults = policies.find(({ id }) => id === policy.id)?.settings.parse({});
      const given = policy.settings.map((one) => [one.key, one.default] as const);
      expect(Object.fromEntries(given), policy.id).toEqual(defaults);
      for (const one of policy.settings) {
        const place = `${policy.id} ${one.key}`;
        if (one.type === 'choice') expect(one.values, place).toContain(one.default);
        if (one.type !== 'integer' && one.type !== 'number') continue;
        if (one.default === null) expect(one.nullable, place).toBe(true);
        else {
          expect(one.default, place).toBeGreaterThanOrEqual(one.minimum ?? -Infinity);
          expect(one.default, place).toBeLessThanOrEqual(one.maximum ?? Infinity);
        }
      }
    }
  });

  it('describes a setting and a version in full', async () => {
    const guard = (await listed()).find(({ id }) => id === 'contextguard-threshold');
    expect(guard?.settings.find(({ key }) => key === 'window')).toMatchObject({
      label: 'Context window',
      type: 'integer',
      nullable: false,
      default: 200_000,
      minimum: 0,
      maximum: 100_000_000,
      unit: 'tokens',
    });
    const version = guard?.presets.find(({ id }) => id === 'v0.9.1');
    expect(version?.provenance).toMatchObject({
      repository: 'github.com/achetronic/adk-utils-go',
      fidelity: 'exact',
    });
    expect(version?.provenance['version']).toContain('v0.9.1');
  });

  it('has presets that the policy takes', async () => {
    for (const { id, presets } of await listed()) {
      const policy = policies.find((one) => one.id === id);
      for (const preset of presets) {
        expect(policy?.settings.safeParse(preset.settings).success, preset.id).toBe(true);
      }
    }
  });
});

it('policies prints the same for people', async () => {
  const { out } = await capture(['policies']);
  expect(out).toMatch(/^contextguard-threshold: ContextGuard threshold$/m);
  expect(out).toMatch(/^ {2}window +Context window +integer 0 to 100,000,000 +200000 +tokens$/m);
  expect(out).toMatch(/^ {2}@v0\.9\.1 /m);
  for (const { id, label } of policies) expect(out).toContain(`${id}: ${label}\n`);
});
