/**
 * Settings of policies as the users of their systems write them. They stand apart from the policies, which every page
 * and worker loads: a page fetches them where it shows them.
 */
import * as builtin from './builtin';
import type { OwnOptions } from './contract/options';
import type { Policy } from './contract/policy';
import {
  goOptions,
  javaOptions,
  pythonOptions,
  slidingOptions as adkSlidingOptions,
  typescriptOptions,
} from './adk/options';
import {
  summarizationOptions as agentFrameworkSummaryOptions,
  windowOptions as agentFrameworkWindowOptions,
} from './agent-framework/options';
import { pruneOptions } from './ai-sdk/options';
import { claudeCodeOptions, documentedOptions } from './claude-code/options';
import { clineOptions } from './cline/options';
import { codexOptions } from './codex/options';
import {
  slidingOptions as contextguardSlidingOptions,
  tailOptions,
  thresholdOptions,
} from './contextguard/options';
import { copilotOptions } from './copilot/options';
import { crushOptions } from './crush/options';
import { geminiOptions } from './gemini-cli/options';
import { goatOptions } from './goat/options';
import { gooseOptions } from './goose/options';
import { inspectOptions } from './inspect/options';
import { kimiOptions } from './kimi/options';
import { deepagentsOptions, langchainOptions } from './langchain/options';
import { langmemOptions } from './langmem/options';
import {
  pythonOptions as llamaindexPythonOptions,
  typescriptOptions as llamaindexTypescriptOptions,
} from './llamaindex/options';
import { limiterOptions, observationalOptions } from './mastra/options';
import { sessionOptions } from './openai-agents/options';
import { opencodeOptions, opencodeTailOptions } from './opencode/options';
import { piOptions } from './pi/options';
import { qwenOptions } from './qwen/options';
import { rooOptions } from './roo/options';
import {
  anthropicCompactionOptions,
  editingOptions,
  openaiCompactionOptions,
  truncationOptions,
} from './server/options';
import { slidingOptions as strandsSlidingOptions, summarizingOptions } from './strands/options';

type OptionsOf<S> = (settings: S) => OwnOptions;

const own = <S>({ id }: Policy<S>, options: OptionsOf<NoInfer<S>>) =>
  [id, options as OptionsOf<unknown>] as const;

const byPolicy: ReadonlyMap<string, OptionsOf<unknown>> = new Map([
  own(builtin.adkGo, goOptions),
  own(builtin.adkJava, javaOptions),
  own(builtin.adkPython, pythonOptions),
  own(builtin.adkSliding, adkSlidingOptions),
  own(builtin.adkTypescript, typescriptOptions),
  own(builtin.agentFramework, agentFrameworkWindowOptions),
  own(builtin.agentFrameworkSummarization, agentFrameworkSummaryOptions),
  own(builtin.aiSdkPrune, pruneOptions),
  own(builtin.anthropicCompaction, anthropicCompactionOptions),
  own(builtin.anthropicEditing, editingOptions),
  own(builtin.claudeCode, claudeCodeOptions),
  own(builtin.claudeCodeDocumented, documentedOptions),
  own(builtin.cline, clineOptions),
  own(builtin.codex, codexOptions),
  own(builtin.contextGuardSlidingWindow, contextguardSlidingOptions),
  own(builtin.contextGuardTail, tailOptions),
  own(builtin.contextGuardThreshold, thresholdOptions),
  own(builtin.copilot, copilotOptions),
  own(builtin.crush, crushOptions),
  own(builtin.deepagents, deepagentsOptions),
  own(builtin.geminiCli, geminiOptions),
  own(builtin.goatAsCoded, goatOptions),
  own(builtin.goatDocumented, goatOptions),
  own(builtin.goose, gooseOptions),
  own(builtin.inspect, inspectOptions),
  own(builtin.kimi, kimiOptions),
  own(builtin.langchain, langchainOptions),
  own(builtin.langmem, langmemOptions),
  own(builtin.llamaindex, llamaindexPythonOptions),
  own(builtin.llamaindexTypescript, llamaindexTypescriptOptions),
  own(builtin.mastraLimiter, limiterOptions),
  own(builtin.mastraObservational, observationalOptions),
  own(builtin.openaiAgents, sessionOptions),
  own(builtin.openaiCompaction, openaiCompactionOptions),
  own(builtin.openaiTruncation, truncationOptions),
  own(builtin.opencode, opencodeOptions),
  own(builtin.opencodeTail, opencodeTailOptions),
  own(builtin.pi, piOptions),
  own(builtin.qwen, qwenOptions),
  own(builtin.roo, rooOptions),
  own(builtin.strandsSliding, strandsSlidingOptions),
  own(builtin.strandsSummarizing, summarizingOptions),
]);

/** A policy's settings as its users write them; undefined where nobody runs such a system. `settings` are complete. */
export const ownOptions = ({ id }: Pick<Policy, 'id'>, settings: unknown): OwnOptions | undefined =>
  byPolicy.get(id)?.(settings);
