'use client';

import { Copy, Download, FilePlus2, FolderOpen, Save, SquareArrowOutUpRight } from 'lucide-react';
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { FileButton } from '@/components/ui/file-button';
import { counted } from '@/lib/engine/base/format';
import { Tooltip } from '@/components/ui/tooltip';
import { ADDS_SESSION, AddsSession } from '../open-scenario';
import type { Builder } from './use-builder';
import type { BuilderActions } from './use-builder-actions';

/** The scenario's name and actions. */
export function BuilderToolbar(props: {
  readonly builder: Builder;
  readonly actions: BuilderActions;
}) {
  const { builder, actions } = props;
  const { draft, errors, saved, edited, edit } = builder;
  const broken = errors.size > 0;
  const nameError = errors.get('name');
  const [describedBy, stateId] = [useId(), useId()];
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
      <input
        aria-label="Name of the scenario"
        aria-invalid={nameError !== undefined}
        aria-describedby={stateId}
        autoComplete="off"
        spellCheck={false}
        value={draft.name}
        onChange={(event) => edit({ name: event.currentTarget.value })}
        className={classNames(
          'h-7 w-64 min-w-0 rounded-md border bg-panel px-2 font-medium',
          nameError === undefined ? 'border-line' : 'border-overflow',
        )}
      />
      <p
        id={stateId}
        role="status"
        data-saved=""
        className={errors.size > 0 ? 'text-overflow' : 'text-ink2'}
      >
        {stateWords(builder)}
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <Button variant="quiet" onClick={actions.startNew}>
          <FilePlus2 size={14} aria-hidden="true" /> New
        </Button>
        <FileButton
          variant="quiet"
          label="Scenario file"
          accept=".json,application/json"
          onFiles={([file]) => file && void actions.importFile(file)}
        >
          <FolderOpen size={14} aria-hidden="true" /> Import JSON
        </FileButton>
        <Button disabled={broken} onClick={actions.exportFile}>
          <Download size={14} aria-hidden="true" /> Export JSON
        </Button>
        <Button disabled={broken || actions.busy} onClick={actions.duplicate}>
          <Copy size={14} aria-hidden="true" /> Duplicate
        </Button>
        <Button
          disabled={broken || actions.busy || (saved !== null && !edited)}
          onClick={actions.save}
        >
          <Save size={14} aria-hidden="true" /> Save
        </Button>
        <Tooltip text={ADDS_SESSION}>
          <Button
            variant="primary"
            aria-describedby={describedBy}
            disabled={broken || actions.busy || actions.opening}
            onClick={actions.open}
          >
            <SquareArrowOutUpRight size={14} aria-hidden="true" />
            {actions.opening ? 'Opening…' : 'Open in workbench'}
          </Button>
        </Tooltip>
        <AddsSession id={describedBy} className="sr-only" />
      </div>
    </div>
  );
}

function stateWords({ errors, saved, edited }: Builder): string {
  const name = errors.get('name');
  if (name !== undefined) return `${name}.`;
  if (errors.size > 0) {
    return `${counted(errors.size, 'invalid field')}; preview not updated`;
  }
  if (saved === null) return 'Not saved';
  return edited ? 'Changed since saved' : 'Saved';
}
