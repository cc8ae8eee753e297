import { ScrollTable } from '@/components/ui/scroll-table';
import { SiteHeader } from '@/components/ui/site-header';
import { formatInteger } from '@/lib/engine/base/format';
import { basisWords } from '@/lib/engine/policy/basis-words';
import { formatOrigins } from '@/lib/answers/report/systems/format-origins';
import {
  systemRows,
  type SystemFormat,
  type SystemPolicy,
  type SystemRow,
} from '@/lib/answers/report/systems/system-table';

const HEADS = [
  ['System', 'pr-4 text-left'],
  ['Reads', 'px-4 text-left'],
  ['Policy', 'px-4 text-left'],
  ['Version', 'px-4 text-left'],
  ['How exact', 'px-4 text-left'],
  ['Compared with', 'px-4 text-left'],
  ['Runs', 'px-4 text-right'],
  ['Last checked', 'pl-4 text-left'],
] as const;

/** Which agent, which version: every system with its formats and policies. */
export function SystemsPage({ formats }: { readonly formats: readonly SystemFormat[] }) {
  const rows = systemRows(formats);
  const policies = rows.flatMap((row) => row.policies);
  const exact = policies.filter(({ compared }) => compared !== null);
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
          system’s own package was run over seeded sessions, and every number that is named here was
          equal in all of them. The others (–) follow a source, a document or recordings.
        </p>
        <ScrollTable
          label="Systems, their formats and policies"
          head="border-b text-sm text-ink3"
          heads={HEADS.map(([label, align]) => [label, `${align} pb-1 whitespace-nowrap`] as const)}
          className="mt-6 w-full border-collapse text-sm"
        >
          {rows.flatMap((row) => systemLines(row))}
        </ScrollTable>
      </main>
    </div>
  );
}

/** A line for each policy of a system, one for a system without. */
function systemLines({ system, formats, policies }: SystemRow) {
  const lines: readonly (SystemPolicy | null)[] = policies.length === 0 ? [null] : policies;
  return lines.map((policy, i) => (
    <tr
      key={`${system} ${policy?.id ?? ''}`}
      data-system={system}
      className={i === 0 ? 'border-t border-line2' : ''}
    >
      {i === 0 ? (
        <>
          <th
            scope="rowgroup"
            rowSpan={lines.length}
            className="py-1.5 pr-4 text-left align-top font-medium"
          >
            {system}
          </th>
          <td rowSpan={lines.length} className="px-4 py-1.5 align-top text-ink2">
            {formats.length === 0 ? '–' : formats.map(({ label }) => label).join(', ')}
            <span className="block text-ink3">{formatOrigins[system]?.replaceAll('`', '')}</span>
          </td>
        </>
      ) : null}
      {policy === null ? (
        <td colSpan={6} className="px-4 py-1.5 align-top text-ink3">
          no policy of its own: any other may be tried on it
        </td>
      ) : (
        <PolicyCells policy={policy} />
      )}
    </tr>
  ));
}

function PolicyCells({ policy }: { readonly policy: SystemPolicy }) {
  const { label, version, others, basis, compared } = policy;
  return (
    <>
      <td className="px-4 py-1.5 align-top">{label}</td>
      <td className="px-4 py-1.5 align-top text-ink2">
        {version}
        {others.length === 0 ? null : (
          <span className="block text-ink3">presets: {others.join(' · ')}</span>
        )}
      </td>
      <td className="px-4 py-1.5 align-top text-ink2">
        {basisWords[basis].badge}
        <span className="block text-ink3">{basisWords[basis].text}</span>
      </td>
      <td className="px-4 py-1.5 align-top text-ink2">
        {compared === null ? '–' : `${compared.package} ${compared.version}: ${compared.equal}`}
      </td>
      <td className="px-4 py-1.5 text-right align-top font-mono tabular-nums">
        {compared === null ? '–' : formatInteger(compared.runs)}
      </td>
      <td className="py-1.5 pl-4 align-top whitespace-nowrap text-ink2">
        {compared?.checked ?? '–'}
      </td>
    </>
  );
}
