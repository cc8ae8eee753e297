import { firstAtLeast } from '@/lib/engine/base/search';
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { mark } from '@/lib/engine/replay/prepare';
import { thoughtSize } from '@/lib/engine/replay/projection/thoughts';
import type { Replay } from '@/lib/engine/replay/replay';
import { layoutChanges, type LayoutChange, type RequestLayout } from './request-layout';

/** A request that was sent. */
interface Sent {
  readonly step: number;
  readonly layout: RequestLayout;
}

/** The first place of a request that the next one does not repeat: a part, and an entry in it. */
interface PromptPlace {
  readonly part: number;
  readonly entry: number;
}

const WHOLE_LOG: RequestLayout = [{ from: 0, to: Infinity, summary: -1 }];

/**
 * Real tokens with which each step's request begins just as an earlier one did: what a provider's cache
 * can hold of it. A log that only grew repeats the whole request before, texts beside a summary
 * included, less those of one request only. Where the layout changes, it repeats what stands in front of
 * the first difference: another summary, an entry that is left out or blanked. (Thinking that the source
 * strips at a new turn breaks nothing: at 123 of 127 such recorded steps the whole request before was read.)
 * What left for one request and is back within `lifetime` milliseconds is compared too.
 */
export function sharedPrompts(replay: Replay, lifetime = Infinity): Float64Array {
  const { columns, session } = replay;
  const { stepCount } = session.profile;
  const prompts = new Prompts(replay);
  const changes = layoutChanges(replay);
  const shared = new Float64Array(stepCount);
  let next = changes[0]?.step === 0 ? 1 : 0;
  let layout = changes[0]?.step === 0 ? changes[0].layout : WHOLE_LOG;
  let older: Sent | null = null;
  let blanked: readonly number[] = [];
  for (let step = 1; step < stepCount; step++) {
    const before = { step: step - 1, layout };
    const change = changes[next];
    let tokens: number;
    if (change?.step !== step) tokens = prompts.unchanged(before);
    else {
      tokens = prompts.repeated(before, change);
      if (older !== null && prompts.alive(older.step, step, lifetime)) {
        const since = { ...change, elided: [...blanked, ...change.elided] };
        tokens = Math.max(tokens, prompts.repeated(older, since));
      }
      older = before;
      blanked = change.elided;
      layout = change.layout;
      next++;
    }
    const most = floatAt(columns.real, step);
    tokens = Math.round(tokens);
    shared[step] = tokens < 0 ? 0 : tokens > most ? most : tokens;
  }
  return shared;
}

/** Sizes what two requests of a replay have in common. */
class Prompts {
  readonly #replay: Replay;
  readonly #density: number;

  constructor(replay: Replay) {
    this.#replay = replay;
    this.#density = replay.session.projection.density.value;
  }

  /** False where the cache has forgotten an earlier request, or it was another model's. */
  alive(earlier: number, step: number, lifetime: number): boolean {
    const { time, model } = this.#replay.session.profile.steps;
    const gone = floatAt(time, step) - floatAt(time, earlier) > lifetime;
    return !gone && intAt(model, step) === intAt(model, earlier);
  }

  /** Tokens of a request that the next one, of the same layout, begins with. */
  unchanged(sent: Sent): number {
    return floatAt(this.#replay.columns.real, sent.step) - this.#once(sent.step);
  }

  /** Tokens of a request that a later one of another layout begins with. */
  repeated(sent: Sent, { step, layout, elided }: LayoutChange): number {
    let place = this.#firstDifference(sent, layout, step);
    for (const entry of elided) place = earlier(place, placeOf(sent.layout, entry));
    if (place === null)
      return floatAt(this.#replay.columns.real, sent.step) - this.#once(sent.step);
    const front = this.#inFront(sent, place);
    const { policy, columns } = this.#replay;
    // Earlier summaries stay in front of a new one.
    const stacked =
      policy.traits.stacksSummaries === true && sent.layout[place.part]?.summary !== -1;
    return front + (stacked ? this.#real(step, intAt(columns.addedTokens, step)) : 0);
  }

  /** The first place at which a later request is another; null where it repeats all of this one. */
  #firstDifference({ step, layout }: Sent, later: RequestLayout, at: number): PromptPlace | null {
    const { entries } = this.#replay.session.profile.steps;
    const [end, laterEnd] = [intAt(entries, step), intAt(entries, at)];
    for (let part = 0; part < layout.length; part++) {
      const [one, other] = [layout[part], later[part]];
      if (one === undefined) break;
      if (one.summary !== other?.summary || one.from !== other.from) {
        return { part, entry: one.from };
      }
      const [to, laterTo] = [Math.min(one.to, end), Math.min(other.to, laterEnd)];
      if (to > laterTo) return { part, entry: laterTo };
      if (part < layout.length - 1 && one.to !== other.to) return { part, entry: to };
    }
    return null;
  }

  /** Real tokens of a request in front of a place. */
  #inFront({ step, layout }: Sent, place: PromptPlace): number {
    const { columns, session } = this.#replay;
    const { profile, projection } = session;
    const end = intAt(profile.steps.entries, step);
    const open = layout.slice(place.part).some(({ summary }) => summary >= 0);
    if (open) {
      // What stands beside a summary has no size of its own: count from the front.
      const { prefix, joined } = projection;
      return prefix + floatAt(joined, step) + this.#entries(layout, place, end).before;
    }
    const behind = this.#entries(layout, place, end).behind;
    const thoughts = thoughtSize(profile, projection.densities, step, place.entry);
    const hidden = this.#hiddenBehind(step, place.entry);
    // Texts stand beside a summary, in front of what follows it; without one, at the end.
    const summarised = layout.some(({ summary }) => summary >= 0);
    const texts = summarised ? this.#once(step) : this.#real(step, this.#added(step));
    return floatAt(columns.real, step) - texts - behind - hidden - thoughts;
  }

  /** Real tokens of a layout's entries in front of a place, and from it on. */
  #entries(
    layout: RequestLayout,
    place: PromptPlace,
    end: number,
  ): { before: number; behind: number } {
    const { sizes } = this.#replay.session.projection;
    let [before, behind] = [0, 0];
    layout.forEach(({ from, to, summary }, part) => {
      if (summary >= 0) return;
      const last = Math.max(from, Math.min(to, end));
      const cut = part < place.part ? last : part > place.part ? from : Math.min(place.entry, last);
      before += floatAt(sizes, cut) - floatAt(sizes, from);
      behind += floatAt(sizes, last) - floatAt(sizes, cut);
    });
    return { before, behind };
  }

  /** Hidden growth of a step's request since the last one that held nothing from an entry on. */
  #hiddenBehind(step: number, entry: number): number {
    const { profile, projection } = this.#replay.session;
    const { hidden } = projection;
    const first = firstAtLeast(profile.steps.entries, entry + 1);
    return floatAt(hidden, step) - (first === 0 ? 0 : floatAt(hidden, Math.min(step, first - 1)));
  }

  /** Real tokens of texts that stand in this request and in no later one; a recorded one names none. */
  #once(step: number): number {
    const { addedTokens, compacted } = this.#replay.columns;
    const added = this.#added(step);
    const stays = compacted[step + 1] === 0 ? Math.min(added, intAt(addedTokens, step + 1)) : added;
    return this.#real(step, added - stays);
  }

  /** Tokens of the texts that a policy adds to a request, by its own count. */
  #added(step: number): number {
    const { columns, marks } = this.#replay;
    return (byteAt(marks, step) & mark.diverged) === 0 ? 0 : intAt(columns.addedTokens, step);
  }

  /** Real tokens of texts that a policy adds, of so many by its own count. */
  #real(step: number, tokens: number): number {
    return tokens * (this.#replay.session.profile.steps.ratio?.[step] ?? this.#density);
  }
}

/** Where a request holds an entry; null where it does not. */
function placeOf(layout: RequestLayout, entry: number): PromptPlace | null {
  const part = layout.findIndex(
    ({ from, to, summary }) => summary < 0 && entry >= from && entry < to,
  );
  return part < 0 ? null : { part, entry };
}

/** The earlier of two places; null is behind all. */
function earlier(one: PromptPlace | null, other: PromptPlace | null): PromptPlace | null {
  if (one === null || other === null) return one ?? other;
  if (one.part !== other.part) return one.part < other.part ? one : other;
  return one.entry <= other.entry ? one : other;
}
