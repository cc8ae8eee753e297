/**
 * `highwater/core`: the engine as a package, without DOM, Node or clock. Read a text into measured
 * sessions, replay them under a policy, ask why a step compacted, what is wrong, what it comes to.
 */

// Text → sessions.
export { importText, type ImportedText, type ImportOptions } from './import-text';
export {
  MeasuringStore,
  type SessionMeasurement,
} from '@/lib/analysis/subject/session-measurement';
export { importers, sourceNames } from '@/lib/readers/importers/registry';
export type { Importer, ImportError, ImportErrorCode } from '@/lib/readers/importers/importer';
export type { Receipt } from '@/lib/readers/importers/receipt';
export { parseSession } from '@/lib/engine/session/serialize';
export type { Entry, Part, Session } from '@/lib/engine/session/schema';

// Sessions → numbers.
export { measureSession } from '@/lib/engine/tokens/measure';
export type { Profile } from '@/lib/engine/tokens/profile';

// Policies, their settings and presets.
export { policies } from '@/lib/policies/registry';
export {
  choosePolicy,
  chooseSettings,
  type ChoiceError,
  type GivenSettings,
  type PolicyChoice,
} from '@/lib/policies/policy-choice';
export { settingFields, type SettingField, type Settings } from '@/lib/engine/policy/fields';
export { definePolicy, type Policy, type Preset } from '@/lib/engine/policy/policy';
export { heuristicForm, lastRealForm } from '@/lib/engine/policy/decision';
export { planned } from '@/lib/engine/policy/planned-run';
export { share, windowSetting } from '@/lib/engine/policy/settings';
export { summarySettings } from '@/lib/engine/policy/summary';

// Replays.
export {
  replaySession,
  type ReplayChoice,
  type SessionReplay,
} from '@/lib/analysis/subject/replay-session';
export { openSession, type Opening } from '@/lib/analysis/fit/opening';
export { prepare, type Replayable } from '@/lib/engine/replay/prepare';
export { replay, type Replay } from '@/lib/engine/replay/replay';
export { parseFault, type Fault } from '@/lib/engine/replay/faults/faults';
export { PRODUCER, VERSION } from '@/lib/engine/replay/engine';

// Questions about a replayed session, lanes and a corpus, and their answers in every medium.
export { ask, factsJson } from '@/lib/answers/model/ask';
export {
  comparedLane,
  defineLanesQuestion,
  type ComparedLane,
  type LanesQuestion,
  type LanesSubject,
} from '@/lib/answers/model/lanes';
export {
  corpusSession,
  defineCorpusQuestion,
  type CorpusQuestion,
  type CorpusSession,
  type CorpusSubject,
} from '@/lib/answers/model/corpus';
export { parseLane, type LaneText } from '@/lib/analysis/compare/lane-text';
export {
  defineQuestion,
  QuestionError,
  type AnyQuestion,
  type Answer,
} from '@/lib/answers/model/question';
export { subjectOf } from '@/lib/answers/model/subject';
export { answerMarkdown } from '@/lib/answers/print/markdown';
export { answerText } from '@/lib/answers/print/text';
export { check } from '@/lib/answers/questions/check';
export { compactions } from '@/lib/answers/questions/compactions';
export { compare } from '@/lib/answers/questions/compare';
export { cost } from '@/lib/answers/questions/cost';
export { explain } from '@/lib/answers/questions/explain';
export { findings } from '@/lib/answers/questions/findings';
export { recall } from '@/lib/answers/questions/recall';
export { tune } from '@/lib/answers/questions/recommend';
export { sweep } from '@/lib/answers/questions/sweep';
export { corpusQuestions, lanesQuestions, questions } from '@/lib/answers/registry';

// What a replay says.
export { verdictOf } from '@/lib/analysis/subject/verdict-of';
export { replayReport } from '@/lib/analysis/export/replay-report';
export { stepColumns, stepObjects } from '@/lib/analysis/export/step-rows';
export type { CauseReport } from '@/lib/analysis/explain/cause/cause-report';
export type { ProvenFinding } from '@/lib/analysis/detectors/cures/cured-finding';
export type { RecallReport } from '@/lib/analysis/recall/recall-report';
export type { Result } from '@/lib/engine/base/result';
