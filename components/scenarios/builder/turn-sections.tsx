'use client';

import { Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { formatInteger } from '@/lib/base/format';
import { CheckRow, FormSection, NumberRow } from './form-field';
import { PartList } from './part-list';
import { usePlanForm } from './plan-form';

/** What happens in a turn; the turns of an imported file stand as they are. */
export function TurnSections() {
  const { draft } = usePlanForm();
  return draft.fixed.length > 0 ? (
    <FixedTurns />
  ) : (
    <>
      <Turns />
      <Tools />
      <Inline />
    </>
  );
}

function FixedTurns() {
  const { draft, edit } = usePlanForm();
  return (
    <FormSection title="Turns">
      <p>
        {formatInteger(draft.fixed.length)} {draft.fixed.length === 1 ? 'turn' : 'turns'} as
        imported.
      </p>
      <p className="mb-1 text-sm text-ink2">Everything else can be changed.</p>
      <Button className="justify-self-start" onClick={() => edit({ fixed: [] })}>
        Replace by turns of one shape
      </Button>
    </FormSection>
  );
}

function Turns() {
  const { draft, edit } = usePlanForm();
  return (
    <FormSection title="Conversation">
      <NumberRow
        label="Turns"
        path="turns"
        value={draft.turns}
        step={10}
        onChange={(turns) => edit({ turns })}
      />
      <NumberRow
        label="User message"
        path="userBytes"
        unit="bytes"
        step={100}
        value={draft.userBytes}
        onChange={(userBytes) => edit({ userBytes })}
      />
      <NumberRow
        label="Model answer"
        path="modelBytes"
        unit="bytes"
        step={100}
        value={draft.modelBytes}
        onChange={(modelBytes) => edit({ modelBytes })}
      />
    </FormSection>
  );
}

function Tools() {
  const { draft, edit } = usePlanForm();
  const { tools } = draft;
  const name = `tool_${tools.length + 1}`;
  return (
    <FormSection
      title="Tools of a turn"
      aside={
        <Button
          size="small"
          variant="quiet"
          disabled={tools.length >= 50}
          onClick={() => edit({ tools: [...tools, { name, bytes: 4_000, times: 1, every: 1 }] })}
        >
          <Plus size={12} aria-hidden="true" /> Add a tool
        </Button>
      }
    >
      <PartList
        items={tools}
        path="tools"
        noun="tool"
        nameKey="name"
        numbers={[
          { key: 'bytes', head: 'Bytes', label: 'Bytes of the answer', step: 500 },
          { key: 'times', head: 'Calls', label: 'Calls a turn', step: 1 },
          { key: 'every', head: 'Every', label: 'Every k-th turn', step: 1 },
        ]}
        onChange={(next) => edit({ tools: next })}
      />
      <CheckRow
        label="Calls one after the other"
        hint="Sequential: a request after each answer. Otherwise all calls of a turn are made at once."
        path="sequential"
        value={draft.sequential}
        onChange={(sequential) => edit({ sequential })}
      />
    </FormSection>
  );
}

function Inline() {
  const { draft, edit } = usePlanForm();
  const { inline } = draft;
  return (
    <FormSection
      title="Inline data of a user message"
      aside={
        <Button
          size="small"
          variant="quiet"
          disabled={inline.length >= 20}
          onClick={() =>
            edit({ inline: [...inline, { mimeType: 'image/png', bytes: 60_000, every: 5 }] })
          }
        >
          <Plus size={12} aria-hidden="true" /> Add data
        </Button>
      }
    >
      <PartList
        items={inline}
        path="inline"
        noun="attachment"
        nameKey="mimeType"
        numbers={[
          { key: 'bytes', head: 'Bytes', label: 'Bytes', step: 10_000 },
          { key: 'every', head: 'Every', label: 'Every k-th turn', step: 1 },
        ]}
        onChange={(next) => edit({ inline: next })}
      />
    </FormSection>
  );
}
