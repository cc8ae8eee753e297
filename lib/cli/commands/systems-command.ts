import { importers } from '@/lib/readers/importers/registry';
import { formatInteger } from '@/lib/engine/base/format';
import { left, right, textTable } from '@/lib/answers/print/text-table';
import { formatOrigins } from '@/lib/answers/report/systems/format-origins';
import { badgeWords } from '@/lib/answers/report/systems/badge';
import { systemRows } from '@/lib/answers/report/systems/system-table';
import { PRODUCER } from '@/lib/engine/replay/engine';
import type { CliIo } from '../cli-io';
import { exitCode, type ExitCode } from '../exit-code';

const COLUMNS = [...left('system', 'reads', 'from'), ...right('policies')];

/** Lists the systems whose traces are read, where these come from, and the policies that model them with their badges. */
export function systemsCommand({ json }: { readonly json?: boolean }, io: CliIo): ExitCode {
  const systems = systemRows(importers).map(({ system, formats, policies }) => ({
    system,
    formats: formats.map(({ id, label }) => ({ id, label })),
    from: formatOrigins[system] ?? '',
    policies: policies.map(({ id, badge, others }) => ({
      id,
      version: badge.version,
      basis: badge.basis,
      badge,
      versions: others,
    })),
  }));
  if (json === true) {
    io.out(`${JSON.stringify({ producer: PRODUCER, systems })}\n`);
    return exitCode.clean;
  }
  const rows = systems.map(({ system, formats, from, policies }) => [
    system,
    formats.map(({ label }) => label).join('; '),
    from.replaceAll('`', ''),
    policies.length === 0 ? '' : formatInteger(policies.length),
  ]);
  const ids = systems.flatMap(({ policies }) => policies.map(({ id }) => id.length));
  // A badge is a sentence and no cell, so it is never cut.
  const badges = systems.flatMap(({ policies }) =>
    policies.map(({ id, badge }) => `${id.padEnd(Math.max(...ids))}  ${badgeWords(badge)}\n`),
  );
  io.out(`${textTable(COLUMNS, rows)}\n${badges.join('')}`);
  return exitCode.clean;
}
