'use client';

import { useMemo, type ReactNode, type RefObject } from 'react';
import { Button } from '@/components/ui/button';
import { PopoverPanel } from '@/components/ui/popover';
import type { SessionRow } from '@/lib/api/contract/contract';
import {
  anySession,
  eventFilters,
  type EventFilter,
  type SessionFilter,
} from '@/lib/api/contract/session-filter';
import { useSourceLabel } from '../table/source-label';
import { eventNames } from '../corpora/filter-chips';
import { choicesOf, ChoiceList } from './choice-list';
import { DayFields, RangeFields } from './range-fields';

/** Properties of {@link FilterConditions}. */
interface FilterConditionsProps {
  /** Every session, whose values are offered. */
  readonly rows: readonly SessionRow[];
  readonly filter: SessionFilter;
  readonly onChange: (filter: SessionFilter) => void;
  /** The button that opens them. */
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** All conditions of a filter in a panel below its button. */
export function FilterConditions(props: FilterConditionsProps) {
  return (
    <PopoverPanel
      button={props.button}
      label="Filters of sessions"
      align="start"
      onClose={props.onClose}
      className="max-h-[var(--radix-popover-content-available-height)] w-[min(50rem,calc(100vw-32px))] overflow-y-auto p-4"
    >
      <Conditions {...props} />
    </PopoverPanel>
  );
}

function Conditions({ rows, filter, onChange, onClose }: FilterConditionsProps) {
  const label = useSourceLabel();
  const { sources, agents, models } = filter;
  const offered = useMemo(
    () => ({
      sources: choicesOf(rows.map(label), sources),
      agents: choicesOf(
        rows.map(({ agent }) => agent),
        agents,
      ),
      models: choicesOf(
        rows.flatMap(({ model }) => model ?? []),
        models,
      ),
    }),
    [rows, label, sources, agents, models],
  );
  const set = (part: Partial<SessionFilter>): void => onChange({ ...filter, ...part });
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-[1fr_1fr_1.25fr]">
      {(['agents', 'models', 'sources'] as const).map((column) => (
        <ChoiceList
          key={column}
          name={columnWords[column]}
          choices={offered[column]}
          chosen={filter[column]}
          onChange={(chosen) => set({ [column]: chosen })}
        />
      ))}
      <RangeFields name="Steps" range={filter.steps} onChange={(steps) => set({ steps })} />
      <RangeFields name="Limit, tokens" range={filter.limit} onChange={(limit) => set({ limit })} />
      <DayFields range={filter.started} onChange={(started) => set({ started })} />
      <EventBoxes chosen={filter.events} onChange={(events) => set({ events })} />
      <Choice
        name="Made"
        value={filter.made}
        options={[
          [null, 'recorded or generated'],
          ['recorded', 'recorded'],
          ['generated', 'generated'],
        ]}
        onChange={(made) => set({ made })}
      />
      <Choice
        name="Sub-agents"
        value={filter.subAgents}
        options={[
          [null, 'with and without them'],
          ['none', 'without them'],
          ['only', 'only them'],
        ]}
        onChange={(subAgents) => set({ subAgents })}
      />
      <div className="flex items-center gap-2 border-t border-line2 pt-3 sm:col-span-3">
        <Button variant="quiet" onClick={() => onChange({ ...anySession, query: filter.query })}>
          Remove all filters
        </Button>
        <Button className="ml-auto" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

const columnWords = { agents: 'Agent', models: 'Model', sources: 'Source' } as const;

/** The events of a session, a box each. */
function EventBoxes(props: {
  readonly chosen: SessionFilter['events'];
  readonly onChange: (chosen: SessionFilter['events']) => void;
}): ReactNode {
  const { chosen, onChange } = props;
  const toggle = (event: EventFilter): void =>
    onChange(eventFilters.filter((one) => chosen.includes(one) !== (one === event)));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-ink2">Event</legend>
      {eventFilters.map((event) => (
        <label key={event} className="flex min-h-6 items-center gap-2">
          <input type="checkbox" checked={chosen.includes(event)} onChange={() => toggle(event)} />
          {eventNames[event]}
        </label>
      ))}
    </fieldset>
  );
}

/** One of a few values; null is any. */
function Choice<V extends string>(props: {
  readonly name: string;
  readonly value: V | null;
  readonly options: readonly (readonly [value: V | null, text: string])[];
  readonly onChange: (value: V | null) => void;
}): ReactNode {
  const { name, value, options, onChange } = props;
  return (
    <label className="grid content-start gap-1">
      <span className="text-ink2">{name}</span>
      <select
        value={value ?? ''}
        onChange={({ currentTarget }) => {
          const chosen = options.find(([one]) => (one ?? '') === currentTarget.value);
          onChange(chosen?.[0] ?? null);
        }}
        className="h-7 rounded-md border border-line bg-panel px-1.5"
      >
        {options.map(([one, text]) => (
          <option key={text} value={one ?? ''}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
