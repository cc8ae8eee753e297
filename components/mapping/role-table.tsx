'use client';

import { useMemo } from 'react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Options } from '@/components/ui/options';
import type { MappingHead } from '@/lib/api/contract/mapping-contract';
import { roleValues } from '@/lib/readers/importers/mapped/choices';
import {
  mappedRoles,
  roleOf,
  type MappedRole,
  type Mapping,
} from '@/lib/readers/importers/mapped/mapping';

const words: Readonly<Record<MappedRole, string>> = {
  system: 'system prompt',
  user: 'user',
  model: 'model: a step',
  tool: 'tool result',
  usage: 'usage of a call',
  skip: 'left out',
};

/** Meaning of each value of the role field. */
export function RoleTable(props: {
  readonly head: MappingHead;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}) {
  const { head, mapping, onChange } = props;
  const values = useMemo(() => roleValues(head.records, mapping), [head.records, mapping]);
  if (values.length === 0) return null;
  return (
    <fieldset className="mt-3 border-t pt-2">
      <legend className="text-sm text-ink2">Meaning of the roles</legend>
      {values.map(({ word }) => (
        <label key={word} className="grid grid-cols-[9rem_minmax(0,1fr)] items-center gap-2 py-0.5">
          <span className="truncate font-mono text-sm" title={withoutControls(word)}>
            <ForeignText text={word} />
          </span>
          <select
            value={roleOf(mapping, word) ?? ''}
            onChange={(event) =>
              onChange({
                ...mapping,
                roles: { ...mapping.roles, [word]: event.currentTarget.value as MappedRole },
              })
            }
            className="h-7 w-full min-w-0 rounded-md border border-line bg-panel px-2"
          >
            {roleOf(mapping, word) === null ? <option value="">unknown: dropped</option> : null}
            <Options of={mappedRoles.map((role) => [role, words[role]])} />
          </select>
        </label>
      ))}
    </fieldset>
  );
}
