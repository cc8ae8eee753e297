import type { ReactNode } from 'react';
import { type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { SiteHeader } from '@/components/ui/site-header';
import { formatInteger } from '@/lib/engine/base/format';
import { badgeWords } from '@/lib/answers/report/systems/badge';
import { formatOrigins } from '@/lib/answers/report/systems/format-origins';
import { measuredProofText } from '@/lib/answers/report/proof/measured-proofs';
import {
  ownFileCauses,
  ownFileKinds,
  ownFilesOf,
  ownFileSum,
  ownFileWords,
} from '@/lib/answers/report/systems/own-files';
import {
  systemRows,
  type SystemFormat,
  type SystemPolicy,
  type SystemRow,
} from '@/lib/answers/report/systems/system-table';

/** A policy of a system, or the system that has none; the first line of a system names it. */
interface SystemLine extends SystemRow {
  readonly policy: SystemPolicy | null;
  readonly isFirst: boolean;
}

const linesOf = (row: SystemRow): readonly SystemLine[] =>
  row.policies.length === 0
    ? [{ ...row, policy: null, isFirst: true }]
    : row.policies.map((policy, i) => ({ ...row, policy, isFirst: i === 0 }));

/** A cell beside all lines of its system. */
const besideAll = ({ isFirst, policies }: SystemLine) =>
  isFirst ? { rowSpan: Math.max(1, policies.length) } : null;

/** A column of what a policy has. */
const policyColumn = (
  id: string,
  cell: (policy: SystemPolicy) => ReactNode,
  more: Partial<Column<SystemLine>> = {},
): Column<SystemLine> => ({
  id,
  cell: ({ policy }) => (policy === null ? null : cell(policy)),
  span: ({ policy }) => (policy === null ? null : {}),
  cellClass: 'text-ink2',
  ...more,
});

const columns: readonly Column<SystemLine>[] = [
  { id: 'System', cellClass: 'font-medium!', span: besideAll, cell: ({ system }) => system },
  {
    id: 'Reads',
    cellClass: 'text-ink2',
    span: besideAll,
    cell: ({ system, formats }) => (
      <>
        {formats.length === 0 ? '–' : formats.map(({ label }) => label).join(', ')}
        <Below>{formatOrigins[system]?.replaceAll('`', '')}</Below>
      </>
    ),
  },
  {
    id: 'Policy',
    cellClass: ({ policy }) => (policy === null ? 'text-ink3' : ''),
    span: ({ policy }) => (policy === null ? { colSpan: 7 } : {}),
    cell: ({ policy }) => policy?.label ?? 'no policy of its own: any other may be tried on it',
  },
  policyColumn('Version', ({ badge, others }) => (
    <>
      {badge.version}
      {others.map((one) => (
        <Below key={one.version}>preset: {badgeWords(one)}</Below>
      ))}
    </>
  )),
  policyColumn('How exact', ({ badge }) => (
    <>
      {badge.word}
      <Below>{badge.meaning}</Below>
    </>
  )),
  policyColumn('Compared with', ({ compared, golden }) => {
    if (compared !== null) return `${compared.package} ${compared.version}: ${compared.equal}`;
    if (golden === null) return '–';
    return `the reference implementation: every field of ${formatInteger(golden.steps)} golden steps`;
  }),
  policyColumn(
    'Runs',
    ({ compared, golden }) => {
      const runs = compared?.runs ?? golden?.sessions;
      return runs === undefined ? '–' : formatInteger(runs);
    },
    { align: 'right', cellClass: 'font-mono tabular-nums' },
  ),
  policyColumn('Own files', ({ id }) => <OwnFiles policy={id} />),
  policyColumn('Last checked', ({ compared }) => compared?.checked ?? '–', {
    cellClass: 'whitespace-nowrap text-ink2',
  }),
];

const Below = ({ children }: { readonly children: ReactNode }) => (
  <span className="block text-ink3">{children}</span>
);

/** Of the sessions that the program itself wrote: how many are reproduced, and what the others lack. */
function OwnFiles({ policy }: { readonly policy: string }) {
  const result = ownFilesOf(policy);
  if (result === null) return '–';
  return (
    <>
      {ownFileWords(ownFileSum(result))}, {result.version}
      {result.kinds.map((one) => {
        const cause = ownFileCauses[policy]?.[one.kind];
        return (
          <Below key={one.kind}>
            <span title={ownFileKinds[one.kind]}>{one.kind}</span> {ownFileWords(one)}
            {cause === undefined ? null : `: ${cause}`}
          </Below>
        );
      })}
      <Below>{measuredProofText(policy)}</Below>
    </>
  );
}

/** Which agent, which version: every system with its formats and policies. */
export function SystemsPage({ formats }: { readonly formats: readonly SystemFormat[] }) {
  const rows = systemRows(formats);
  const policies = rows.flatMap((row) => row.policies);
  const exact = policies.filter(({ badge }) => badge.compared !== null);
  return (
    <div className="min-h-full">
      <div className="sticky top-0 z-10">
        <SiteHeader title="Systems" />
      </div>
      <main id="main" className="px-4 pb-24 lg:px-8">
        <p className="max-w-[72ch] pt-6 text-lg">
          What Highwater reads of each system, and how exactly its policy decides as the system
          does.
        </p>
        <p className="mt-2 max-w-[72ch] text-ink2">
          {formatInteger(rows.length)} systems, {formatInteger(formats.length)} formats,{' '}
          {formatInteger(policies.length)} policies. For {formatInteger(exact.length)} of them the
          system’s own code was run over seeded sessions, and every number that is named here was
          equal in all of them. Others (–), and presets of other versions without runs, follow a
          source, a document or recordings. Own files are sessions that the program itself wrote:
          imported, opened and replayed, every request of a reproduced one has the program’s tokens,
          messages, compared value and compaction.
        </p>
        <DataTable
          label="Systems, their formats and policies"
          boxClass="mt-6 overflow-x-auto"
          className="w-full text-sm"
          headClass="border-b text-sm whitespace-nowrap text-ink3"
          rowClass=""
          cellClass="px-4 py-1.5 align-top first:pl-0 last:pr-0"
          columns={columns}
          rows={rows.flatMap(linesOf)}
          keyOf={({ system, policy }) => `${system} ${policy?.id ?? ''}`}
          rowAttributes={({ system, isFirst }) => ({
            'data-system': system,
            // A further policy stands under the first: its row begins in the third column.
            className: isFirst ? 'border-t border-line2' : '[&>:first-child]:pl-4',
          })}
        />
      </main>
    </div>
  );
}
