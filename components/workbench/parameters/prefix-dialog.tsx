'use client';

import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FaultNote } from '@/components/ui/fault-note';
import type { PrefixInput } from '@/lib/api/contract/contract';
import { usePutPrefix } from '@/lib/api/queries/queries';
import { formatInteger } from '@/lib/engine/base/format';
import { useWorkbench } from '../state/use-workbench';

/** Attaches the system prompt and the tool definitions that a trace does not hold. */
export function PrefixDialog({ onClose }: { readonly onClose: () => void }) {
  const { record } = useWorkbench();
  const [system, setSystem] = useState('');
  const [tools, setTools] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const put = usePutPrefix(record.row.id);
  const attached = record.attachedPrefix;

  const save = (): void => {
    const input = readInput(system, tools);
    if (typeof input === 'string') return setProblem(input);
    setProblem(null);
    put.mutate(input, { onSuccess: onClose });
  };
  return (
    <Dialog
      onClose={onClose}
      title="System prompt and tools"
      description="The policy counts them in every request, but this trace does not contain them. They are stored with the session and never leave this machine."
      wide
    >
      {attached ? (
        <p className="mb-3 text-ink2">
          Attached now: system prompt {formatInteger(attached.system?.tokens ?? 0)} tokens,{' '}
          {formatInteger(attached.tools?.tools ?? 0)} tools{' '}
          {formatInteger(attached.tools?.tokens ?? 0)} tokens. Saving replaces both.
        </p>
      ) : null}
      <TextOrFile
        label="System prompt"
        value={system}
        onChange={setSystem}
        placeholder="You are …"
      />
      <TextOrFile
        label="Tool definitions (JSON)"
        value={tools}
        onChange={setTools}
        placeholder='[{"name": "kubectl", "description": "…", "parameters": {…}}]'
      />
      <p className="text-sm text-ink3">
        Tools as genai, OpenAI, Anthropic or MCP write them, or a whole request that holds them.
      </p>
      <FaultNote
        fault={problem === null ? put.error : { message: problem, hint: put.error?.hint }}
        className="mt-3"
      />
      <div className="mt-4 flex gap-2">
        <Button
          variant="primary"
          disabled={put.isPending || (system.trim() === '' && tools.trim() === '')}
          onClick={save}
        >
          {put.isPending ? 'Measuring …' : 'Attach'}
        </Button>
        {attached ? (
          <Button
            variant="danger"
            disabled={put.isPending}
            onClick={() => put.mutate(null, { onSuccess: onClose })}
          >
            Remove
          </Button>
        ) : null}
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

/** The request body, or the error in the fields. */
function readInput(system: string, tools: string): PrefixInput | string {
  let parsed: PrefixInput['tools'] = null;
  if (tools.trim() !== '') {
    try {
      parsed = JSON.parse(tools) as PrefixInput['tools'];
    } catch (error) {
      return `The tool definitions are not JSON: ${error instanceof Error ? error.message : ''}`;
    }
  }
  return { system: system === '' ? null : system, tools: parsed };
}

function TextOrFile(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder: string;
}) {
  const { label, value, onChange, placeholder } = props;
  const id = useId();
  return (
    <div className="mb-3">
      <div className="mb-1 flex items-center justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <input
          type="file"
          aria-label={`${label} from a file`}
          className="w-52 text-sm text-ink3 file:mr-2 file:rounded file:border file:border-solid file:border-line file:bg-panel file:px-2 file:text-ink"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void file.text().then(onChange);
          }}
        />
      </div>
      <textarea
        id={id}
        rows={6}
        spellCheck={false}
        className="w-full resize-y rounded-md border border-line bg-bg px-2.5 py-2 font-mono text-sm"
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
