import type { Fault } from '@/lib/engine/replay/faults/faults';
import { DEFAULT_POLICY } from '@/lib/policies/registry';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import type { StepRange } from '@/lib/engine/base/decimate';
import type { ChartLook } from '@/lib/answers/report/chart/chart-look';
import { interestingStep } from '@/lib/analysis/explain/cause/first-step';
import type { CostView } from './cost-url';
import { around, draftOf, inside, policyOf, sameDraft, within, type Draft } from './draft';
import type { Frame, SetOptions, WriteUrl } from './frame';
import { LateFrames } from './late-frames';
import { trailAfter } from './range-trail';
import { ShownReplays, type Opened } from './shown-replays';
import type { Settings } from '@/lib/engine/policy/fields';
import {
  initialSettings,
  type OpeningView,
  type WorkbenchTab,
  type WorkbenchState,
} from './view-url';

/** Steps of a replay between two looks at the clock, and the milliseconds that a frame of a drag may replay. */
const SLICE = 5_000;
const SLICE_MS = 6;

/** The page's state, outside React so that a drag waits for no render. */
export class WorkbenchStore {
  readonly session: Replayable;
  readonly #writeUrl: WriteUrl;
  readonly #listeners = new Set<() => void>();
  #undo: Draft[] = [];
  #redo: Draft[] = [];
  /** The what-if of the newest history entry. */
  #committed: Draft;
  /** The settings that the newest history entry changes by keys; null for another change. */
  #gesture: string | null = null;
  /** The gesture that changed the range last; null for none. */
  #zoom: string | null = null;
  #next: Draft | null = null;
  /** What is being replayed while a hand moves a setting. */
  #running: { readonly draft: Draft; readonly slices: Iterator<undefined, Replay> } | null = null;
  #request = 0;
  #frame: Frame;
  readonly #late: LateFrames<Frame>;
  /** The step a view without one selects: the first event. */
  readonly #firstStep: number;
  /** The agent's own policy; null where none models it. */
  readonly #opening: OpeningView | null;
  readonly #replays: ShownReplays;

  constructor(
    session: Replayable,
    view: WorkbenchState,
    writeUrl: WriteUrl,
    opening: OpeningView | null,
    opened: Opened,
  ) {
    this.session = session;
    this.#replays = new ShownReplays(session, opened);
    this.#writeUrl = writeUrl;
    this.#opening = opening;
    this.#firstStep = interestingStep(this.#replays.recording);
    this.#committed = draftOf(view);
    this.#frame = this.#frameOf(view);
    this.#late = new LateFrames(this.#frame);
  }

  /** Calls the listener on every change; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly frame = (): Frame => this.#frame;

  /** Shows frames to a panel of text; during a drag panels take turns. */
  subscribeLate(show: (frame: Frame) => void): () => void {
    return this.#late.subscribe(show);
  }

  /** The settings a policy starts with: the agent's own policy as it ran, another by the session. */
  initialSettings(policyId: string): Settings {
    if (policyId === this.#opening?.policyId) return this.#opening.settings;
    return initialSettings(policyOf(policyId), this.session.profile);
  }

  /** True if the what-if is the agent's own policy as it ran, with nothing changed. */
  isAsItRan(draft: Draft = this.#frame): boolean {
    return this.#opening !== null && sameDraft(draft, { ...this.#opening, faults: [] });
  }

  /** Starts the what-if from ContextGuard; from there, with the agent's own policy again. */
  startOver(): void {
    const isGuard = this.#frame.policyId === DEFAULT_POLICY;
    this.usePolicy(isGuard ? (this.#opening?.policyId ?? DEFAULT_POLICY) : DEFAULT_POLICY);
  }

  /** Changes settings. Keys go on with the history entry of their last change, if it was theirs. */
  set(change: Settings, { last = true, by }: SetOptions = {}): void {
    const before = this.#newest();
    const draft = { ...before, settings: { ...before.settings, ...change } };
    if (last) return this.#take(draft, by === 'keys' ? Object.keys(change).join() : null);
    this.#next = draft;
    this.#request ||= requestAnimationFrame(this.#move);
  }

  /** Resets every setting to the session's default. */
  readonly reset = (): void => this.usePolicy(this.#frame.policyId);

  /** Selects a policy with its default settings; faults stay. */
  usePolicy(policyId: string): void {
    this.useDraft(policyId, this.initialSettings(policyId));
  }

  /** Selects a policy with the given settings; faults stay. */
  useDraft(policyId: string, settings: Settings): void {
    const { faults } = this.#frame;
    this.#take({ policyId, settings, faults });
  }

  /** Selects policy, settings and faults together. */
  useWhole(draft: Draft): void {
    this.#take(draft);
  }

  /** Replaces the faults; `gesture` names the number that keys change. */
  setFaults(faults: readonly Fault[], gesture: string | null = null): void {
    this.#take({ ...this.#newest(), faults }, gesture);
  }

  /** The next change by key gets a history entry of its own. */
  readonly endGesture = (): void => {
    this.#gesture = null;
  };

  undo(): void {
    this.#step(this.#undo, this.#redo);
  }

  redo(): void {
    this.#step(this.#redo, this.#undo);
  }

  /** {@link select}, for handlers that are passed on. */
  readonly selectStep = (step: number): void => this.select(step);

  /** Selects a step, and the compaction chosen there; the range moves so that it holds it. */
  select(step: number, compaction: string | null = null): void {
    const most = this.session.profile.stepCount - 1;
    const selected = Math.min(most, Math.max(0, step));
    const { range, trail } = this.#frame;
    const next = around(range, selected, most);
    this.#show({
      ...{ step: selected, range: next, compaction },
      trail: trailAfter(trail, range, next, { goesOn: true }),
    });
  }

  /** Shows a range; calls of one `gesture` after another leave one station on the trail. */
  readonly show = (range: StepRange, gesture: string | null = null): void => {
    const next = inside(range, this.session.profile.stepCount - 1);
    const goesOn = gesture !== null && gesture === this.#zoom;
    const trail = trailAfter(this.#frame.trail, this.#frame.range, next, { goesOn });
    this.#show({ range: next, trail });
    this.#zoom = gesture;
  };

  /** Marks steps, whose sums the page tells; null: none. */
  readonly mark = (marked: StepRange | null): void =>
    this.#show({ marked: marked && inside(marked, this.session.profile.stepCount - 1) });

  /** Marks the steps from the mark's other end, where the selected step is one, else from that step, to a step. */
  readonly markTo = (step: number): void => {
    const { marked, step: at } = this.#frame;
    const anchor = marked?.to === at ? marked.from : marked?.from === at ? marked.to : at;
    this.select(step);
    const { step: end } = this.#frame;
    this.mark({ from: Math.min(anchor, end), to: Math.max(anchor, end) });
  };

  /** Shows the range that the present one was zoomed to from. */
  readonly zoomOut = (): void => this.show(this.#frame.trail.at(-1) ?? this.#frame.range);

  readonly changeLook = (change: Partial<ChartLook>): void =>
    this.#show({ look: { ...this.#frame.look, ...change } });

  readonly changeCost = (change: Partial<CostView>): void =>
    this.#show({ cost: { ...this.#frame.cost, ...change } });

  readonly openTab = (tab: WorkbenchTab): void => this.#show({ tab });

  /** Asks another question in the answers tab. */
  readonly showQuestion = (question: string): void => this.#show({ question, tab: 'answers' });

  /** Shows one part of the request in its tab, or all of it again. */
  readonly showPart = (part: string | null): void =>
    this.#show(part === null ? { part } : { part, tab: 'request' });

  /** Fits the chart's values to the data, or to the window again. */
  readonly toggleFit = (): void =>
    this.#show({ fit: this.#frame.fit === 'data' ? 'window' : 'data' });

  /** Shows a view restored by the history. */
  restore(view: WorkbenchState): void {
    this.#cancel();
    this.endGesture();
    this.#committed = draftOf(view);
    this.#frame = this.#frameOf(view);
    this.#emit();
  }

  view(): WorkbenchState {
    const { step, range, marked, tab, fit, look, cost, part, compaction, question } = this.#frame;
    const whole = range.from === 0 && range.to === this.session.profile.stepCount - 1;
    return {
      ...draftOf(this.#frame),
      step: this.#opening === null && step === within(range, this.#firstStep) ? null : step,
      range: whole ? null : range,
      ...{ marked, tab, fit, look, cost, part, compaction, question },
    };
  }

  #frameOf(view: WorkbenchState): Frame {
    const policy = policyOf(view.policyId);
    const range = view.range ?? { from: 0, to: this.session.profile.stepCount - 1 };
    return {
      ...view,
      policy,
      replay: this.#replays.of(view),
      step: view.step ?? within(range, this.#firstStep),
      range,
      trail: trailAfter([], { from: 0, to: this.session.profile.stepCount - 1 }, range),
      moving: false,
    };
  }

  /** What was asked for last, whether or not it is replayed. */
  #newest(): Draft {
    return draftOf(this.#next ?? this.#running?.draft ?? this.#frame);
  }

  #take(draft: Draft, gesture: string | null = null): void {
    this.#cancel();
    this.#replayed(draft, this.#replays.of(draft), { moving: false });
    this.#commit(gesture);
  }

  /** Replays what a hand asks for; a long session takes several frames, which goes on with the newest then. */
  readonly #move = (): void => {
    this.#request = 0;
    if (this.#running === null) {
      const draft = this.#newest();
      this.#next = null;
      this.#running = { draft, slices: this.#replays.slices(draft, SLICE) };
    }
    const { draft, slices } = this.#running;
    const end = performance.now() + SLICE_MS;
    let made = slices.next();
    while (made.done !== true && performance.now() < end) made = slices.next();
    if (made.done === true) {
      this.#running = null;
      this.#replayed(draft, made.value, { moving: true });
      this.#writeUrl(this.view(), null);
    }
    if (made.done !== true || this.#next !== null) {
      this.#request ||= requestAnimationFrame(this.#move);
    }
  };

  #replayed(draft: Draft, made: Replay, { moving }: Pick<Frame, 'moving'>): void {
    this.#frame = {
      ...this.#frame,
      ...draft,
      policy: policyOf(draft.policyId),
      replay: made,
      moving,
    };
    this.#emit();
  }

  #commit(gesture: string | null): void {
    const before = this.#committed;
    if (sameDraft(before, this.#frame)) return this.#writeUrl(this.view(), null);
    const goesOn = gesture !== null && gesture === this.#gesture;
    this.#gesture = gesture;
    this.#committed = draftOf(this.#frame);
    if (goesOn) return this.#writeUrl(this.view(), null);
    this.#undo.push(before);
    this.#redo = [];
    this.#push(before);
  }

  #push(before: Draft): void {
    const view = this.view();
    this.#writeUrl(view, { ...view, ...before });
  }

  #step(from: Draft[], to: Draft[]): void {
    const draft = from.pop();
    if (!draft) return;
    this.#cancel();
    this.endGesture();
    const before = this.#committed;
    to.push(before);
    this.#committed = draft;
    this.#replayed(draft, this.#replays.of(draft), { moving: false });
    this.#push(before);
  }

  #show(change: Partial<Frame>): void {
    this.#zoom = null;
    this.#frame = { ...this.#frame, ...change };
    this.#emit();
    this.#writeUrl(this.view(), null);
  }

  #cancel(): void {
    if (this.#request !== 0) cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#next = null;
    this.#running = null;
  }

  #emit(): void {
    for (const listener of this.#listeners) listener();
    this.#late.push(this.#frame);
  }
}
