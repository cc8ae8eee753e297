import { SessionBuilder, type StepInput } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { ImportContext } from '../../importer';
import { countOf, fieldsOf, firstText, textOf, type Fields } from '../../mechanisms/loose-json';
import { jsonIn } from '../../mechanisms/messages/json-text';
import { CallNames } from '../../mechanisms/messages/turns';
import { projectFolder, shorten, stepUsage, recordWindow } from '../../mechanisms/session-facts';
import { readContents, storeMessage, type GooseMessage, type RawMessage } from './message';
import { planOf, type GooseEvent, type GoosePlan } from './plan';

/** What is recorded about a session beside its messages. */
interface GooseFacts {
  readonly id: string;
  /** The session's row, or the first line of its file. */
  readonly row: Fields;
  /** Rows of the ledger, a call each; empty where the version keeps none. */
  readonly ledger: readonly Fields[];
}

/** One session: its messages, from which goose never deletes what a compaction replaced. */
export class GooseSession {
  readonly #messages: GooseMessage[] = [];
  readonly #names = new CallNames();

  constructor(
    private readonly context: ImportContext,
    private readonly facts: GooseFacts,
  ) {}

  /** Takes the next message. */
  message(raw: RawMessage, content: unknown, at: number | string): void {
    const contents = readContents(content, this.#names);
    if (contents === null) return this.context.receipt.lose('contents are not a list', at);
    this.#messages.push(storeMessage(this.context.store, raw, contents, at));
  }

  /** The session, null without a model call; counts its messages. */
  finish(): SessionDraft | null {
    const { receipt } = this.context;
    const plan = planOf(this.#messages);
    if (!plan.events.some(({ kind }) => kind === 'step')) {
      for (const { at } of this.#messages) receipt.drop('in a session without a model call', at);
      return null;
    }
    const builder = new SessionBuilder(this.context.store, this.#info());
    this.#build(builder, plan);
    for (const [reason, at] of plan.merged) receipt.merge(reason, at);
    for (const [reason, at] of plan.dropped) receipt.drop(reason, at);
    const kept = this.#messages.length - plan.merged.length - plan.dropped.length;
    for (let i = 0; i < kept; i++) receipt.keep();
    return builder.finish();
  }

  #info(): ConstructorParameters<typeof SessionBuilder>[1] {
    const { id, row } = this.facts;
    const parent = textOf(row['parent_session_id']);
    const said = this.#messages.find(({ said, silent }) => said !== null && silent === null);
    const title = shorten(firstText(row, ['name', 'description']) ?? '');
    return {
      name: title ?? shorten(said?.begin ?? '') ?? 'goose session',
      project: projectFolder(row['working_dir']),
      source: {
        format: 'goose',
        file: this.context.file,
        agent: 'goose',
        sessionId: id,
        parent: parent === null ? null : { sessionId: parent, lane: 'main', relation: 'subagent' },
      },
    };
  }

  #build(builder: SessionBuilder, plan: GoosePlan): void {
    const model = fieldsOf(jsonIn(textOf(this.facts.row['model_config_json']) ?? ''));
    recordWindow(builder, countOf(model?.['context_limit']));
    const usage = this.#usage(builder, plan.events);
    let call = 0;
    for (const event of plan.events) {
      if (event.kind === 'entry') {
        if (event.message.ref !== null) builder.appendRef(event.message.ref);
      } else if (event.kind === 'compaction') builder.compaction(event.compaction);
      else {
        const record = event.message.refused ? undefined : usage[call++];
        builder.step(this.#step(builder, event, record, textOf(model?.['model_name'])));
      }
    }
    for (const at of plan.taken) builder.notice('taken-later', TAKEN, at);
  }

  #step(
    builder: SessionBuilder,
    { message, afterTools }: Extract<GooseEvent, { readonly kind: 'step' }>,
    record: Fields | undefined,
    model: string | null,
  ): StepInput {
    return {
      ...stepUsage(builder, record, 'goose', message.at),
      model: textOf(record?.['model']) ?? message.by ?? model,
      time: message.time,
      label: afterTools ? 'tool-results' : 'user-msg',
      ...message.refused,
      rejected: message.refused !== null,
    };
  }

  /** The usage record of each answered call, as far as they are known. */
  #usage(builder: SessionBuilder, events: readonly GooseEvent[]): readonly (Fields | undefined)[] {
    const answered = events.filter(
      (event) => event.kind === 'step' && event.message.refused === null,
    );
    const calls = this.facts.ledger.filter(isCall);
    if (calls.length === answered.length) return calls.map(countsOf);
    if (calls.length > 0) {
      builder.notice(
        'usage-unmatched',
        `The ledger counts ${calls.length} calls, the messages show ${answered.length}; its counts are left out.`,
      );
    }
    const newest = this.#newest(events);
    const known = newest === null ? [] : [newest];
    builder.notice('usage-newest', newest === null ? NO_USAGE : NEWEST);
    return [...Array<undefined>(Math.max(0, answered.length - known.length)), ...known];
  }

  /** The counts of the newest call, if it gave the last answer; a compaction's have no output. */
  #newest(events: readonly GooseEvent[]): Fields | null {
    const { row } = this.facts;
    const last = events.at(-1);
    const answered = last?.kind === 'entry' && last.message.model;
    if (!answered || countOf(row['output_tokens']) === null) return null;
    return countOf(row['input_tokens']) === null ? null : countsOf(row);
  }
}

/** The counts of a row under the names it has. */
function countsOf(row: Fields): Fields {
  const names = [
    'model',
    'input_tokens',
    'output_tokens',
    'total_tokens',
    'cache_read_tokens',
    'cache_write_tokens',
  ];
  const known = names.filter((name) => row[name] !== null && row[name] !== undefined);
  return Object.fromEntries(known.map((name) => [name, row[name]]));
}

/** False for a compaction's call and for what was spent before the ledger. */
const isCall = (row: Fields): boolean =>
  row['is_compaction'] !== 1 && row['cost_source'] !== 'carried_forward';

const NEWEST = 'Only the newest call is counted; its counts are taken for the last answer.';
const NO_USAGE = 'No call is counted: goose keeps the counts of its newest call only.';
const TAKEN = 'A tool’s call or result was taken from the model later, when is not recorded.';
