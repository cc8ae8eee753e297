'use client';

import { useSyncExternalStore } from 'react';
import { Toast } from '@/components/library/toast';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { SiteHeader } from '@/components/ui/site-header';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { ScenarioPages } from '../scenario-pages';
import { BuilderToolbar } from './builder-toolbar';
import { PlanForm } from './plan-form';
import { PreviewPane } from './preview-pane';
import { SavedList } from './saved-list';
import { useBuilder, type Builder as BuilderModel } from './use-builder';
import { useBuilderActions, type BuilderActions } from './use-builder-actions';

const never = (): (() => void) => () => undefined;

/** The scenario builder; drawn in the browser, which keeps unsaved work. */
export function Builder() {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <div className="flex min-h-full flex-col md:h-full">
      <SiteHeader title="Scenario builder">
        <ScenarioPages />
      </SiteHeader>
      {inBrowser ? <BuilderBody /> : <main id="main" aria-busy="true" className="flex-1" />}
    </div>
  );
}

function BuilderBody() {
  const builder = useBuilder();
  const actions = useBuilderActions(builder);
  const { preview, draft, edit } = builder;
  return (
    <main id="main" className="flex min-h-0 flex-1 flex-col">
      <BuilderToolbar builder={builder} actions={actions} />
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] md:grid-cols-[340px_minmax(0,1fr)] lg:grid-cols-[392px_minmax(0,1fr)]">
        <PlanSide builder={builder} actions={actions} />
        <div className="min-h-0 min-w-0 md:overflow-y-auto">
          <PreviewPane
            preview={preview}
            policyId={draft.policy}
            onPolicy={(policy) => edit({ policy })}
          />
        </div>
      </div>
      <Notices actions={actions} />
    </main>
  );
}

function PlanSide(props: { readonly builder: BuilderModel; readonly actions: BuilderActions }) {
  const { builder, actions } = props;
  const { draft, errors, edit, loads, saved } = builder;
  return (
    <section
      aria-label="Scenario"
      className="min-h-0 bg-panel max-md:order-last max-md:border-t md:overflow-y-auto md:border-r md:border-line"
    >
      <SavedList
        openId={saved?.id ?? null}
        onOpen={(id) => void actions.openSaved(id)}
        onDelete={(id, name) => void actions.remove(id, name)}
      />
      <PlanForm key={loads} form={{ draft, errors, edit }} />
    </section>
  );
}

/** The result of the last action, and the choice of scenarios of a file with several. */
function Notices({ actions }: { readonly actions: BuilderActions }) {
  const { message, forget, choices, choose } = actions;
  return (
    <>
      {message === null ? null : (
        <Toast key={message.text} text={message.text} bad={message.bad} onClose={forget}>
          {message.undo === null ? null : (
            <Button
              size="small"
              onClick={() => {
                message.undo?.();
                forget();
              }}
            >
              Undo
            </Button>
          )}
        </Toast>
      )}
      {choices.length === 0 ? null : (
        <Dialog
          onClose={() => choose(null)}
          title={`${formatInteger(choices.length)} scenarios`}
          description="Choose one to open."
        >
          <ul>
            {choices.map((plan, index) => (
              <li key={index} className="border-t border-line2 first:border-t-0">
                <button
                  type="button"
                  className="flex w-full justify-between gap-4 py-1 text-left hover:underline"
                  onClick={() => choose(plan)}
                >
                  <span className="min-w-0 truncate">{plan.name}</span>
                  <span className="shrink-0 text-ink3">
                    {formatInteger(plan.window)} tokens, {counted(plan.turns, 'turn')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
