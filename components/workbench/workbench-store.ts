import type { Fault } from '@/lib/policies/faults';
import { DEFAULT_POLICY } from '@/lib/policies/registry';
import type { Policy } from '@/lib/policies/policy';
import { replay, type Replay, type Replayable } from '@/lib/replay/replay';
import type { StepRange } from '@/lib/report/decimate';
import { around, interestingStep, policyOf, sameDraft, within, type Draft } from './draft';
import { LateFrames } from './late-frames';
import type { Settings } from './settings-fields';
import { initialSettings, type WorkbenchTab, type WorkbenchView } from './view-url';

/** One state of the workbench; a new object whenever anything of it changed. */
export interface Frame extends Draft {
  readonly policy: Policy;
  readonly replay: Replay;
  /** Selected step. */
  readonly step: number;
  readonly range: StepRange;
  readonly tab: WorkbenchTab;
  /** A hand is on a slider or handle: draw less, push no history. */
  readonly moving: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/**
 * Takes a view to the address bar. With `before` the history gets a new entry, and the one it leaves
 * shows `before` again: while a setting moved it showed what passed by.
 */
export type WriteUrl = (view: WorkbenchView, before: WorkbenchView | null) => void;

/** Replays kept for writing over while a setting moves: what is on screen stays untouched. */
const SPARE_REPLAYS = 3;

/** Everything that can change on the page, outside React: a drag must not wait for a tree. */
export class WorkbenchStore {
  readonly session: Replayable;
  readonly #writeUrl: WriteUrl;
  readonly #listeners = new Set<() => void>();
  readonly #baselines = new Map<string, Replay>();
  readonly #spare: Replay[] = [];
  #undo: Draft[] = [];
  #redo: Draft[] = [];
  /** The draft of the newest history entry. */
  #committed: Draft;
  #next: Draft | null = null;
  #request = 0;
  #frame: Frame;
  readonly #late: LateFrames;
  /** The step a view without one selects. */
  readonly #firstStep: number;

  constructor(session: Replayable, view: WorkbenchView, writeUrl: WriteUrl) {
    this.session = session;
    this.#writeUrl = writeUrl;
    this.#firstStep = interestingStep(this.baseline(DEFAULT_POLICY));
    this.#committed = view;
    this.#frame = this.#frameOf(view);
    this.#late = new LateFrames(this.#frame);
  }

  /** Calls the listener on every change; returns how to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly frame = (): Frame => this.#frame;

  /** Shows frames to a panel of text; while a setting moves it takes turns with the others. */
  subscribeLate(show: (frame: Frame) => void): () => void {
    return this.#late.subscribe(show);
  }

  /** The policy over this session with the settings it opens with. */
  baseline(policyId: string): Replay {
    const known = this.#baselines.get(policyId);
    if (known) return known;
    const made = replay(this.session, policyOf(policyId), this.initialSettings(policyId));
    this.#baselines.set(policyId, made);
    return made;
  }

  initialSettings(policyId: string): Settings {
    return initialSettings(policyOf(policyId), this.session.profile);
  }

  /** Changes settings; `last` is false while a hand is on them. */
  set(change: Settings, last: boolean): void {
    const { policyId, settings, faults } = this.#next ?? this.#frame;
    this.#take({ policyId, settings: { ...settings, ...change }, faults }, last);
  }

  /** Every setting as the session opens with it. */
  reset(): void {
    this.usePolicy(this.#frame.policyId);
  }

  /** Another policy with the settings it opens with; faults stay. */
  usePolicy(policyId: string): void {
    const { faults } = this.#frame;
    this.#take({ policyId, settings: this.initialSettings(policyId), faults }, true);
  }

  /** A policy with settings of its own; faults stay. */
  useDraft(policyId: string, settings: Settings): void {
    const { faults } = this.#frame;
    this.#take({ policyId, settings, faults }, true);
  }

  /** What goes wrong from now on, all of it. */
  setFaults(faults: readonly Fault[]): void {
    const { policyId, settings } = this.#next ?? this.#frame;
    this.#take({ policyId, settings, faults }, true);
  }

  undo(): void {
    this.#step(this.#undo, this.#redo);
  }

  redo(): void {
    this.#step(this.#redo, this.#undo);
  }

  /** {@link select}, for handlers that are passed on. */
  readonly selectStep = (step: number): void => this.select(step);

  select(step: number): void {
    const most = this.session.profile.stepCount - 1;
    const selected = Math.min(most, Math.max(0, step));
    const { range } = this.#frame;
    this.#show({ step: selected, range: around(range, selected, most) });
  }

  show(range: StepRange): void {
    const most = this.session.profile.stepCount - 1;
    const from = Math.max(0, Math.min(range.from, most));
    this.#show({ range: { from, to: Math.max(from, Math.min(range.to, most)) } });
  }

  openTab(tab: WorkbenchTab): void {
    this.#show({ tab });
  }

  /** Takes over a view that the history brought back. */
  restore(view: WorkbenchView): void {
    this.#cancel();
    this.#committed = view;
    this.#frame = this.#frameOf(view);
    this.#emit();
  }

  /** Forgets what is still waiting for a frame. */
  dispose(): void {
    this.#cancel();
    this.#late.dispose();
    this.#listeners.clear();
  }

  view(): WorkbenchView {
    const { policyId, settings, faults, step, range, tab } = this.#frame;
    const whole = range.from === 0 && range.to === this.session.profile.stepCount - 1;
    return {
      policyId,
      settings,
      faults,
      step: step === within(range, this.#firstStep) ? null : step,
      range: whole ? null : range,
      tab,
    };
  }

  #frameOf(view: WorkbenchView): Frame {
    const policy = policyOf(view.policyId);
    const range = view.range ?? { from: 0, to: this.session.profile.stepCount - 1 };
    return {
      policyId: policy.id,
      settings: view.settings,
      faults: view.faults,
      policy,
      replay: replay(this.session, policy, view.settings, { faults: view.faults }),
      step: view.step ?? within(range, this.#firstStep),
      range,
      tab: view.tab,
      moving: false,
      canUndo: this.#undo.length > 0,
      canRedo: this.#redo.length > 0,
    };
  }

  #take(draft: Draft, last: boolean): void {
    this.#next = draft;
    if (last) {
      this.#cancel();
      this.#next = draft;
      this.#replay(false);
      this.#commit();
    } else this.#request ||= requestAnimationFrame(() => this.#replay(true));
  }

  #replay(moving: boolean): void {
    this.#request = 0;
    const draft = this.#next ?? this.#frame;
    this.#next = null;
    const policy = policyOf(draft.policyId);
    const into = this.#spare.length < SPARE_REPLAYS ? undefined : this.#spare.shift();
    const made = replay(this.session, policy, draft.settings, {
      faults: draft.faults,
      ...(into ? { into } : {}),
    });
    this.#spare.push(made);
    this.#frame = {
      ...this.#frame,
      policyId: policy.id,
      settings: draft.settings,
      faults: draft.faults,
      policy,
      replay: made,
      moving,
    };
    this.#emit();
    if (moving) this.#writeUrl(this.view(), null);
  }

  #commit(): void {
    const { policyId, settings, faults } = this.#frame;
    const before = this.#committed;
    if (sameDraft(before, this.#frame)) return this.#writeUrl(this.view(), null);
    this.#undo.push(before);
    this.#redo = [];
    this.#committed = { policyId, settings, faults };
    this.#frame = { ...this.#frame, canUndo: true, canRedo: false };
    this.#emit();
    this.#push(before);
  }

  #push({ policyId, settings, faults }: Draft): void {
    const view = this.view();
    this.#writeUrl(view, { ...view, policyId, settings, faults });
  }

  #step(from: Draft[], to: Draft[]): void {
    const draft = from.pop();
    if (!draft) return;
    this.#cancel();
    const before = this.#committed;
    to.push(before);
    this.#committed = draft;
    this.#next = draft;
    this.#replay(false);
    this.#frame = {
      ...this.#frame,
      canUndo: this.#undo.length > 0,
      canRedo: this.#redo.length > 0,
    };
    this.#emit();
    this.#push(before);
  }

  #show(change: Partial<Pick<Frame, 'step' | 'range' | 'tab'>>): void {
    this.#frame = { ...this.#frame, ...change };
    this.#emit();
    this.#writeUrl(this.view(), null);
  }

  #cancel(): void {
    if (this.#request !== 0) cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#next = null;
  }

  #emit(): void {
    for (const listener of this.#listeners) listener();
    this.#late.push(this.#frame);
  }
}
