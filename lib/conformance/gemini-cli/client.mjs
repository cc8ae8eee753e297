/** Gemini CLI's own client on a scripted model, in a home folder of its own. */
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load, originOf } from '../golden.mjs';

const NAME = '@google/gemini-cli-core';
const LICENSE = 'Apache-2.0';
/** Length of the path of the folder for cut outputs, which stands in every cut response. */
const FOLDER = 32;

export const origin = originOf(NAME);
const { license } = origin;
if (license !== LICENSE) throw new Error(`The package is under another licence: ${license}.`);

/** As long as the ids of sessions are. */
const SESSION = '12345678-1234-1234-1234-123456789012';

// Names of masked outputs end in digits that are drawn, six mostly: here always.
Math.random = () => 0.123456789;

const home = path.join(tmpdir(), 'h'.repeat(FOLDER - tmpdir().length - 1));
Object.assign(process.env, { HOME: home, GEMINI_CLI_HOME: home, LANG: 'en_US.UTF-8' });
for (const quiet of ['debug', 'log', 'warn', 'error']) console[quiet] = () => {};

const source = (file) => load(NAME, `dist/src/${file}`);
const { Config } = await source('config/config.js');
const { getEnvironmentContext } = await source('utils/environmentContext.js');

/** Removes what the sessions before have written. */
export const clearHome = () => rmSync(home, { recursive: true, force: true });

/** Starts a chat under a session's settings. */
export async function startClient(settings, model) {
  clearHome();
  mkdirSync(home, { recursive: true });
  const config = new Config({
    sessionId: SESSION,
    targetDir: home,
    cwd: home,
    model: settings.model,
    compressionThreshold: settings.share,
    truncateToolOutputThreshold: settings.most,
    includeDirectoryTree: false,
    usageStatisticsEnabled: false,
    telemetry: { enabled: false },
    contextManagement: { tools: { outputMasking: settings.masking } },
  });
  config.experiments = { flags: {}, experimentIds: [] };
  config.contentGenerator = model;
  config.getBaseLlmClient = () => model;
  config.getModelRouterService = () => ({ route: async () => ({ model: settings.model }) });
  await config.storage.initialize();
  config.storage.getProjectTempDir = () => home;
  let memory = '';
  config.getSessionMemory = () => memory;
  const [{ text }] = await getEnvironmentContext(config);
  // Its lines depend on the day: memory fills them up to a fixed size.
  memory = 'x'.repeat(4 * settings.environment - text.length);
  await config.initialize();
  const client = config.getGeminiClient();
  client.getLoopDetectionService().disableForSession();
  return client;
}
