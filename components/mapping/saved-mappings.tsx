'use client';

import { useMemo, useState } from 'react';
import { Options } from '@/components/ui/options';
import { Button } from '@/components/ui/button';
import type { MappingHead, SavedMapping } from '@/lib/api/contract/mapping-contract';
import { useChangeMappings } from '@/lib/api/queries/mapping-queries';
import type { Mapping } from '@/lib/readers/importers/mapped/mapping';
import { previewMapping } from '@/lib/readers/importers/mapped/preview';

const GUESS = '';

/** Mappings to start from: fitting ones, other saved ones, the suggested one. */
export function SavedMappings(props: {
  readonly head: MappingHead;
  readonly saved: readonly SavedMapping[];
  readonly onChoose: (mapping: Mapping) => void;
}) {
  const { head, saved, onChoose } = props;
  const [chosen, setChosen] = useState(GUESS);
  const change = useChangeMappings();
  const fits = useMemo(
    () => new Set(saved.filter(({ mapping }) => isFit(head, mapping)).map(({ id }) => id)),
    [head, saved],
  );
  if (saved.length === 0) return null;
  const ordered = [...saved].sort((a, b) => Number(fits.has(b.id)) - Number(fits.has(a.id)));
  const current = saved.some(({ id }) => id === chosen) ? chosen : GUESS;
  const choose = (id: string): void => {
    setChosen(id);
    onChoose(saved.find((item) => item.id === id)?.mapping ?? head.guess);
  };
  return (
    <div className="mb-3 flex items-end gap-2 border-b pb-3">
      <label className="min-w-0 flex-1">
        <span className="text-sm text-ink2">Start from</span>
        <select
          value={current}
          onChange={(event) => choose(event.currentTarget.value)}
          className="mt-0.5 block h-7 w-full rounded-md border border-line bg-panel px-2"
        >
          <Options
            of={ordered.map(({ id, name }) => [
              id,
              fits.has(id) ? `${name} (fits these records)` : name,
            ])}
          />
          <option value={GUESS}>suggested mapping</option>
        </select>
      </label>
      {current === GUESS ? null : (
        <Button
          variant="danger"
          disabled={change.isPending}
          onClick={() => change.mutate({ remove: current })}
        >
          Delete
        </Button>
      )}
    </div>
  );
}

/** True if every path of the mapping finds a value and a session results. */
function isFit(head: MappingHead, mapping: Mapping): boolean {
  const { unmatched, sessions } = previewMapping(head.records, head.input, mapping);
  return unmatched.length === 0 && sessions > 0;
}
