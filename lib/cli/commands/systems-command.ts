import { importers } from '@/lib/readers/importers/registry';
import { formatInteger } from '@/lib/engine/base/format';
import { left, right, textTable } from '@/lib/answers/print/text-table';
import { formatOrigins } from '@/lib/answers/report/systems/format-origins';
import { systemRows } from '@/lib/answers/report/systems/system-table';
import { PRODUCER } from '@/lib/engine/replay/engine';
import type { CliIo } from '../cli-io';
import { exitCode, type ExitCode } from '../exit-code';

const COLUMNS = [...left('system', 'reads', 'from'), ...right('policies')];

/** Lists the systems whose traces are read, where these come from, and how many policies model each. */
export function systemsCommand({ json }: { readonly json?: boolean }, io: CliIo): ExitCode {
  const systems = systemRows(importers).map(({ system, formats, policies }) => ({
    system,
    formats: formats.map(({ id, label }) => ({ id, label })),
    from: formatOrigins[system] ?? '',
    policies: policies.map(({ id, version, basis }) => ({ id, version, basis })),
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
  io.out(textTable(COLUMNS, rows));
  return exitCode.clean;
}
