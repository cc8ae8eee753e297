/**
 * Settings of policies as the users of their systems write them. They stand apart from the policies, which every page
 * and worker loads: a page fetches them where it shows them.
 */
import * as builtin from './builtin';
import type { OwnOptions } from '@/lib/engine/policy/options';
import type { Policy } from '@/lib/engine/policy/policy';
import * as adk from './adk/options';
import * as agentFramework from './agent-framework/options';
import { pruneOptions } from './ai-sdk/options';
import { claudeCodeOptions, documentedOptions, tiersOptions } from './claude-code/options';
import { clineOptions } from './cline/options';
import { codexOptions } from './codex/options';
import * as contextguard from './contextguard/options';
import { copilotOptions } from './copilot/options';
import { crushOptions } from './crush/options';
import { dockerAgentOptions } from './docker-agent/options';
import { geminiOptions } from './gemini-cli/options';
import { goatOptions } from './goat/options';
import { gooseOptions } from './goose/options';
import { hermesOptions } from './hermes/options';
import { inspectOptions } from './inspect/options';
import { kimiOptions } from './kimi/options';
import { koogOptions } from './koog/options';
import { deepagentsOptions, filesOptions, langchainOptions } from './langchain/options';
import { langmemOptions } from './langmem/options';
import { lettaOptions } from './letta/options';
import * as llamaindex from './llamaindex/options';
import { limiterOptions, observationalOptions } from './mastra/options';
import { sessionOptions } from './openai-agents/options';
import { opencodeOptions, opencodeTailOptions } from './opencode/options';
import { openclawOptions } from './openclaw/options';
import { openhandsOptions } from './openhands/options';
import { piOptions } from './pi/options';
import { pydanticAiOptions } from './pydantic-ai/options';
import { qwenOptions } from './qwen/options';
import { rooOptions } from './roo/options';
import * as server from './server/options';
import { springAiOptions } from './spring-ai/options';
import * as strands from './strands/options';

type OptionsOf<S> = (settings: S) => OwnOptions;

const own = <S>({ id }: Policy<S>, options: OptionsOf<NoInfer<S>>) =>
  [id, options as OptionsOf<unknown>] as const;

const byPolicy: ReadonlyMap<string, OptionsOf<unknown>> = new Map([
  own(builtin.adkGo, adk.goOptions),
  own(builtin.adkJava, adk.javaOptions),
  own(builtin.adkPython, adk.pythonOptions),
  own(builtin.adkSliding, adk.slidingOptions),
  own(builtin.adkTypescript, adk.typescriptOptions),
  own(builtin.agentFramework, agentFramework.windowOptions),
  own(builtin.agentFrameworkDotnet, agentFramework.dotnetOptions),
  own(builtin.agentFrameworkGo, agentFramework.goOptions),
  own(builtin.agentFrameworkSummarization, agentFramework.summarizationOptions),
  own(builtin.aiSdkPrune, pruneOptions),
  own(builtin.anthropicCompaction, server.anthropicCompactionOptions),
  own(builtin.anthropicEditing, server.editingOptions),
  own(builtin.claudeCode, claudeCodeOptions),
  own(builtin.claudeCodeTiers, tiersOptions),
  own(builtin.claudeCodeDocumented, documentedOptions),
  own(builtin.cline, clineOptions),
  own(builtin.codex, codexOptions),
  own(builtin.contextGuardSlidingWindow, contextguard.slidingOptions),
  own(builtin.contextGuardTail, contextguard.tailOptions),
  own(builtin.contextGuardThreshold, contextguard.thresholdOptions),
  own(builtin.copilot, copilotOptions),
  own(builtin.crush, crushOptions),
  own(builtin.deepagents, deepagentsOptions),
  own(builtin.deepagentsFiles, filesOptions),
  own(builtin.dockerAgent, dockerAgentOptions),
  own(builtin.geminiCli, geminiOptions),
  own(builtin.goatAsCoded, goatOptions),
  own(builtin.goatDocumented, goatOptions),
  own(builtin.goose, gooseOptions),
  own(builtin.hermes, hermesOptions),
  own(builtin.inspect, inspectOptions),
  own(builtin.kimi, kimiOptions),
  own(builtin.koog, koogOptions),
  own(builtin.langchain, langchainOptions),
  own(builtin.langmem, langmemOptions),
  own(builtin.letta, lettaOptions),
  own(builtin.llamaindex, llamaindex.pythonOptions),
  own(builtin.llamaindexTypescript, llamaindex.typescriptOptions),
  own(builtin.mastraLimiter, limiterOptions),
  own(builtin.mastraObservational, observationalOptions),
  own(builtin.openaiAgents, sessionOptions),
  own(builtin.openaiCompaction, server.openaiCompactionOptions),
  own(builtin.openaiTruncation, server.truncationOptions),
  own(builtin.opencode, opencodeOptions),
  own(builtin.opencodeTail, opencodeTailOptions),
  own(builtin.openclaw, openclawOptions),
  own(builtin.openhands, openhandsOptions),
  own(builtin.pi, piOptions),
  own(builtin.pydanticAi, pydanticAiOptions),
  own(builtin.qwen, qwenOptions),
  own(builtin.roo, rooOptions),
  own(builtin.springAi, springAiOptions),
  own(builtin.strandsSliding, strands.slidingOptions),
  own(builtin.strandsSummarizing, strands.summarizingOptions),
]);

/** A policy's settings as its users write them; undefined where nobody runs such a system. `settings` are complete. */
export const ownOptions = ({ id }: Pick<Policy, 'id'>, settings: unknown): OwnOptions | undefined =>
  byPolicy.get(id)?.(settings);
