/** Every system that Highwater knows: what it reads of it, which policy models it and how exactly. */
import type { Compared, GoldenVectors } from '@/lib/engine/policy/policy';
import { policies } from '@/lib/policies/registry';
import { badgeOf, type Badge } from './badge';
import { comparisons } from './comparisons';

/** A format that an importer reads. */
export interface SystemFormat {
  readonly id: string;
  readonly label: string;
  readonly source?: string;
}

/** A policy of a system. */
export interface SystemPolicy {
  readonly id: string;
  readonly label: string;
  /** Of its newest version. */
  readonly badge: Badge;
  /** Of the versions that presets stand for, besides: each has its own. */
  readonly others: readonly Badge[];
  /** The package that was run over sessions; null where none was. */
  readonly compared: (Compared & { readonly equal: string; readonly checked: string }) | null;
  /** The reference implementation that was run over sessions; null where none was. */
  readonly golden: GoldenVectors | null;
}

/** A system: its formats and its policies, either of which may be none. */
export interface SystemRow {
  readonly system: string;
  readonly formats: readonly SystemFormat[];
  readonly policies: readonly SystemPolicy[];
}

/** The recording itself is replayed by a policy too, but is no system. */
const RECORDING = 'The recording';

/** Rows of all systems by name, of the formats that a host can read. */
export function systemRows(formats: readonly SystemFormat[]): readonly SystemRow[] {
  const rows = new Map<string, { formats: SystemFormat[]; policies: SystemPolicy[] }>();
  const rowOf = (system: string) => {
    const known = rows.get(system) ?? { formats: [], policies: [] };
    rows.set(system, known);
    return known;
  };
  for (const format of formats) rowOf(systemOf(format)).formats.push(format);
  for (const policy of policies) {
    const { provenance, recordings } = policy;
    if (provenance.system === RECORDING) continue;
    const row = rowOf(provenance.system);
    row.policies.push(policyOf(policy));
    // What it writes is another system's format too, whose row has it already.
    if (recordings?.agent !== undefined) {
      row.formats.push(...formats.filter(({ id }) => recordings.format.test(id)));
    }
  }
  return [...rows]
    .map(([system, row]) => ({ system, ...row }))
    .sort((a, b) => a.system.localeCompare(b.system, 'en'));
}

/** The system whose policy models what wrote a format, or that it is named after; else its own source. */
function systemOf({ id, label, source = label }: SystemFormat): string {
  // A format of several agents has the system that it is named after.
  const wrote = policies.find(
    ({ recordings }) => recordings?.format.test(id) === true && recordings.agent === undefined,
  );
  const named = policies.find(({ provenance: { system } }) =>
    [source, label].some((name) => isOf(name, system)),
  );
  return (wrote ?? named)?.provenance.system ?? source;
}

/** A name is a system's, or begins with it: "Cline, Roo", "Gemini CLI stream". */
const isOf = (name: string, system: string): boolean =>
  name === system || name.startsWith(`${system} `) || name.startsWith(`${system},`);

function policyOf(policy: (typeof policies)[number]): SystemPolicy {
  const { id, label, provenance, presets } = policy;
  const { compared, golden } = provenance;
  const badge = badgeOf(policy);
  const versions = presets.filter((preset) => preset.provenance !== undefined);
  const others = versions.map((preset) => badgeOf(policy, preset));
  const agreed = comparisons[id];
  return {
    id,
    label,
    badge,
    others: others.filter(
      ({ version }, i) =>
        version !== badge.version && others.findIndex((one) => one.version === version) === i,
    ),
    golden: golden ?? null,
    compared: compared === undefined || agreed === undefined ? null : { ...compared, ...agreed },
  };
}

/** A policy that was compared with a package. */
export interface ComparedRow {
  readonly policy: string;
  readonly label: string;
  readonly package: string;
  readonly version: string;
  readonly license: string;
  readonly runs: number;
  readonly equal: string;
  /** Day on which the package's own code was last run. */
  readonly checked: string;
}

/** The policies that were compared with a package, by system. */
export const comparedRows = (): readonly ComparedRow[] =>
  systemRows([]).flatMap((row) =>
    row.policies.flatMap(({ id, label, compared }) =>
      compared === null ? [] : [{ policy: id, label, ...compared }],
    ),
  );
