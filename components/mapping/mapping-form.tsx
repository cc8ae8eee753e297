'use client';

import { useId, useMemo } from 'react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Options } from '@/components/ui/options';
import type { MappingHead, SavedMapping } from '@/lib/api/contract/mapping-contract';
import { pathChoices, recordPlaces, type PathChoice } from '@/lib/readers/importers/mapped/choices';
import {
  fieldLabels,
  fieldsOfKind,
  type MappedField,
  type Mapping,
} from '@/lib/readers/importers/mapped/mapping';
import { RoleTable } from './role-table';
import { SavedMappings } from './saved-mappings';

/** Properties of {@link MappingForm}. */
interface MappingFormProps {
  readonly head: MappingHead;
  readonly saved: readonly SavedMapping[];
  readonly mapping: Mapping;
  /** Fields whose path matches nothing in the first records. */
  readonly unmatched: readonly MappedField[];
  readonly onChange: (mapping: Mapping) => void;
}

const control = 'h-7 w-full min-w-0 rounded-md border border-line bg-panel px-2';

/** The file's path for every field of a session; paths in the file are offered. */
export function MappingForm({ head, saved, mapping, unmatched, onChange }: MappingFormProps) {
  const places = useMemo(() => recordPlaces(head.records), [head.records]);
  const choices = useMemo(
    () => pathChoices(head.records, mapping.records),
    [head.records, mapping.records],
  );
  const list = useId();
  const setField = (field: MappedField, path: string): void => {
    const { [field]: _, ...others } = mapping.fields;
    onChange({ ...mapping, fields: path === '' ? others : { ...others, [field]: path } });
  };
  const counts = mapping.fields.input !== undefined;
  return (
    <form aria-label="Mapping" onSubmit={(event) => event.preventDefault()}>
      <SavedMappings head={head} saved={saved} onChoose={onChange} />
      <KindFields mapping={mapping} places={places} onChange={onChange} />
      <datalist id={list}>
        {choices.map(({ path, example }) => (
          <option key={path} value={path} label={withoutControls(example)} />
        ))}
      </datalist>
      <fieldset className="mt-3 border-t pt-2">
        <legend className="sr-only">Paths of the fields</legend>
        {fieldsOfKind[mapping.record].map((field) => (
          <FieldRow
            key={field}
            field={field}
            list={list}
            path={mapping.fields[field] ?? ''}
            choices={choices}
            isMissing={unmatched.includes(field)}
            onChange={setField}
          />
        ))}
      </fieldset>
      {counts ? (
        <label className="mt-1 flex items-center gap-2">
          <input
            type="checkbox"
            checked={mapping.inputIncludesCache}
            onChange={(event) =>
              onChange({ ...mapping, inputIncludesCache: event.currentTarget.checked })
            }
            className="size-4 accent-(--accent)"
          />
          Input tokens include the cache
        </label>
      ) : null}
      {mapping.record === 'message' && mapping.fields.role !== undefined ? (
        <RoleTable head={head} mapping={mapping} onChange={onChange} />
      ) : null}
    </form>
  );
}

/** Kind of a record, and the records' place. */
function KindFields(
  props: Pick<MappingFormProps, 'mapping' | 'onChange'> & { readonly places: readonly string[] },
) {
  const { mapping, places, onChange } = props;
  const known = places.includes(mapping.records) ? places : [...places, mapping.records];
  return (
    <div className="grid gap-1.5">
      <label className="grid grid-cols-[9rem_minmax(0,1fr)] items-center gap-2">
        A record is
        <select
          value={mapping.record}
          onChange={(event) =>
            onChange({ ...mapping, record: event.currentTarget.value as Mapping['record'] })
          }
          className={control}
        >
          <option value="message">one message</option>
          <option value="call">one call with its messages</option>
        </select>
      </label>
      <label className="grid grid-cols-[9rem_minmax(0,1fr)] items-center gap-2">
        Records are at
        <select
          value={mapping.records}
          onChange={(event) => onChange({ ...mapping, records: event.currentTarget.value })}
          className={control}
        >
          <Options of={known.map((place) => [place, place || 'the lines or elements'])} />
        </select>
      </label>
    </div>
  );
}

function FieldRow(props: {
  readonly field: MappedField;
  readonly path: string;
  readonly list: string;
  readonly choices: readonly PathChoice[];
  readonly isMissing: boolean;
  readonly onChange: (field: MappedField, path: string) => void;
}) {
  const { field, path, list, choices, isMissing, onChange } = props;
  const id = useId();
  const example = choices.find((choice) => choice.path === path)?.example;
  return (
    <div className="grid grid-cols-[9rem_minmax(0,1fr)] items-center gap-x-2 py-0.5">
      <label htmlFor={id} className="leading-tight">
        {fieldLabels[field]}
      </label>
      <input
        id={id}
        list={list}
        value={path}
        onChange={(event) => onChange(field, event.currentTarget.value)}
        spellCheck={false}
        autoComplete="off"
        maxLength={400}
        aria-describedby={`${id}-example`}
        className={`${control} font-mono text-sm`}
      />
      <p
        id={`${id}-example`}
        className="col-start-2 truncate text-sm text-ink3"
        title={withoutControls(example ?? '')}
      >
        {isMissing ? (
          <span className="text-overflow">finds nothing in these records</span>
        ) : (
          <ForeignText text={example ?? ''} />
        )}
      </p>
    </div>
  );
}
