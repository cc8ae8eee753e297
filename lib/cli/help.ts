/** What `--help` says behind a command's options: examples, and what its numbers mean. */
import { faultForm, faultKinds } from '@/lib/engine/replay/faults/faults';
import { CALL, exits } from './call';

const faultHelp = `
Faults, one per --fault; steps and entries count from 0:
${faultKinds.map((kind) => `  ${faultForm(kind).form.padEnd(40)}as in ${faultForm(kind).example}`).join('\n')}
`;

export const openHelp = `
Examples:
  ${CALL}
  ${CALL} session.jsonl
  ${CALL} ~/.claude/projects --no-open
  cat session.jsonl | ${CALL} -

It serves 127.0.0.1 (HOST names another address) until Ctrl-C. A folder is followed from then on: what grows
in it shows on the page. What is read stays in the library, below --data.
${exits}`;

export const importHelp = `
Example:
  ${CALL} import session.jsonl session.db --json
  ${CALL} import ~/.claude/projects logs.tar.gz
  ${CALL} import odd.jsonl --mapping mapping.json

A step's "heuristic" counts its recorded request; "real" is null without usage.
${exits}`;

export const mapHelp = `
Example:
  ${CALL} map odd.jsonl > mapping.json

A path names fields from the record on, as in message.content or calls.*.name; with $. in front it
begins at the line or document, and . is the record itself. "roles" says what the values of the
role field mean: system, user, model, tool, usage or skip.
${exits}`;

const replayHelp = `
Examples:
  ${CALL} replay session.jsonl --set window=200000 --set cap=7.5
  ${CALL} replay session.db --session 2 --csv > steps.csv
  ${CALL} replay session.jsonl --policy contextguard-threshold@v0.9.1
  ${CALL} replay session.jsonl --fault usage-stops@40 --fault response@17*10

Without --policy a session is replayed as it ran: under the policy that models its agent, in the
version that recorded it, with the recorded limit and sizes; else under ContextGuard. --set changes
a setting of that policy, and leaves the others as they ran. Under a policy that is named, a window
that is not set is the session's limit. Each step has the fields of the golden vectors and "realKind": recorded,
projected, or generated from a scenario's ratio; then "grew", what the recorded request has more than
the one before, and "unexplained", what of it no entry of the recording explains; "beside", what a
compaction beside the agent does there: starts, under way, landed, waited, failed, lost.
${faultHelp}${exits}`;

const explainHelp = `
Examples:
  ${CALL} explain session.jsonl
  ${CALL} explain incident.json --step 143
  ${CALL} explain incident.json --step 143 --policy own --set cap=7.5 --json

Without --step it explains the first event: the first recorded compaction or overflow, else the first
of the replay. Policy, settings and faults are as for replay; where they differ from what the session
opens with, that is said. Each remedy is one change; the session is replayed with it, and what else it
would do is printed behind it.
${faultHelp}${exits}`;

export const freezeHelp = `
Examples:
  ${CALL} freeze session.jsonl --policy own --set window=190000 > run.json
  ${CALL} freeze trace.jsonl --session 2 --note "what we ship" > run.json

Policy, settings and faults are as for replay. The file holds every column of the replay, its totals,
events and findings, hashes of the session's numbers and of the trace's bytes, and the engine; no text
of the recording but the session's name and what findings quote. It is always JSON.
${faultHelp}${exits}`;

export const verifyHelp = `
Example:
  ${CALL} verify run.json session.jsonl

Prints "Same result", or what changed: the engine, the session, the settings, the first step at which a
number differs with both values, the totals. A record that was edited fails too. In CI, exit code 1 says so.
${exits}`;

const costHelp = `
Examples:
  ${CALL} cost session.jsonl
  ${CALL} cost session.jsonl --policy own --set window=150000
  ${CALL} cost session.jsonl --price input=5 --price cacheRead=0.5 --summariser shared --json

"recorded by usage" is what the provider counted × the prices of the day on which the session began.
"modelled" predicts what the cache answers: a log that only grew is read, the prefix alone after a
compaction, nothing after a gap longer than the cache lives; all else is written. Compare modelled
with modelled; how far the model is off is said above the table. No request leaves this machine.
${faultHelp}${exits}`;

export const bugHelp = `
Examples:
  ${CALL} bug-report session.jsonl --step 143 --expected "it compacts" -o bug.json
  ${CALL} bug-report session.jsonl --policy own --set cap=7.5 --step 143 --expected "it holds" > bug.json
  ${CALL} bug-report --check bug.json

The file holds the trace as sizes, policy, settings, faults, engine, every number that came out, and
what you expected; no text of the trace, and no name in it. It is replayed without its texts before it is
written: another result is refused. --check exits with 1 where the present engine gives another number,
and names the first step that differs.
${faultHelp}${exits}`;

export const shrinkHelp = `
Examples:
  ${CALL} shrink session.jsonl --keep step=143 -o small.json
  ${CALL} shrink session.jsonl --keep finding=correction-at-cap --policy own --set cap=7.5 > small.json
  ${CALL} shrink session.jsonl --keep disagreement -o small.json         # of the own policy and the recording
  ${CALL} shrink incident.json --keep step=143 --go >> cases.go

Delta debugging over the replay: steps and entries are taken away while the same still holds under the same
policy and settings, an entry with those that answer its calls. Of a step that is its outcome, its cause, the
operand that decides and the side of the threshold, of a finding its severity. What is written has sizes in place
of texts and imports as any session does. What was left out, and the command that explains the step, go to stderr.
Policy and settings are as for replay.
${exits}`;

export const reportHelp = `
Examples:
  ${CALL} report session.jsonl --step 143 -o report.html
  ${CALL} report session.jsonl --policy own --set cap=7.5 --format md | pbcopy
  ${CALL} report session.jsonl --steps 100-143 -o chart.svg
  ${CALL} report session.jsonl --format ndjson --texts > rows.ndjson

The HTML opens from a disk, without a network and without a script; the Markdown fits an issue. None
holds a text of the recording; --texts adds the names of the session, its agent, files and tools,
secrets masked. --note writes a note, --notes takes those that a session file brings: they stand in HTML
and Markdown, and in the column "notes" of csv and ndjson at the step where each begins. csv and ndjson
have every step, and a first line that says what they are of. A PNG is drawn by a browser: the page's, or one
that takes a picture of the SVG; -o chart.png says how.
${faultHelp}${exits}`;

const compareHelp = `
Examples:
  ${CALL} compare session.jsonl --lane own --lane own:window=190000
  ${CALL} compare session.jsonl --lane own --lane codex:window=190000,fault=compact@40 --json
  ${CALL} compare first.jsonl second.jsonl --by turn
  ${CALL} compare first.jsonl second.jsonl --lane 1:own --lane 2:own:cap=7.5 --csv

Up to six lanes, lettered from A. A lane without a session's number is one lane for each session of the
files, numbered over all of them from 1; "own" is the policy that models its agent, as it ran. Lanes of one
session stand step by step; others by step, by turn or by share of the session. A decision differs where
its effects do: compacted, overflowed, lost entries, pruned, reached and not compacted.
${exits}`;

const recallHelp = `
Examples:
  ${CALL} recall session.jsonl
  ${CALL} recall session.jsonl another.jsonl
  ${CALL} recall session.jsonl --against unrelated.jsonl
  ${CALL} recall session.jsonl --policy own --set window=150000 --json

Names are paths, addresses, identifiers, hashes, quoted strings, numbers of four digits and more, and
the arguments of calls. "lines" counts the lines of a covered entry that hold a name which the model
says again, "whole" the entry. A name of more than 20 entries, of the system prompt, a tool or
instructions counts for nothing. Names of another session are taken off, as the chance level: of the
longest other recorded one that was read, of another project and another file before the same ones;
sub-agents and parents are no other sessions. --against names a file instead, --against none takes
nothing off (a file of that name is ./none). Sessions of several files are numbered over all of them.
Policy, settings and faults are as for replay.
${exits}`;

const compactionsHelp = `
Examples:
  ${CALL} compactions session.jsonl
  ${CALL} compactions session.jsonl --text
  ${CALL} compactions session.jsonl --policy contextguard-threshold --set summary=fallback --json

Before and after are real tokens: recorded, or with ~ projected. A summary has its text where the
recording holds it, and where it follows from the entries (every call failed); the others have a size.
Coverage is what the prompt takes of the contents that the compaction replaced. Policy, settings and
faults are as for replay.
${faultHelp}${exits}`;

const findingsHelp = `
Examples:
  ${CALL} findings session.jsonl
  ${CALL} findings incident.json --severity warning --json
  ${CALL} findings traces/nightly.jsonl --policy contextguard-threshold --set cap=7.5 --fail-on error

Findings "of the recording" hold whatever the policy; findings "of the replay" are of this policy under
these settings, which are as for replay. Exit 0 whatever is found; with --fail-on exit 1 if something
at least as severe is, printed or not. Findings that a library suppresses are reported here all the same.
${faultHelp}${exits}`;

export const redactHelp = `
Examples:
  ${CALL} redact session.jsonl > numbers.json
  ${CALL} redact session.db --out numbers.json

Roles, categories and byte lengths stay, and models, times and token counts: the result replays to
the same integers. Run it where the trace was recorded; only its output needs to leave.
${exits}`;

export const policiesHelp = `
Example:
  ${CALL} policies --json

A version or a variant is chosen by --policy <id>@<preset>; its settings go before those of the
session and after those of --set.
${exits}`;

export const statusHelp = `
Examples:
  ${CALL} status session.jsonl
  ${CALL} status ~/.claude/projects --follow
  ${CALL} status session.jsonl --score

In one line, for Claude Code (~/.claude/settings.json), which names the file on stdin, and for tmux (~/.tmux.conf):
  "statusLine": { "type": "command", "command": "highwater status" }
  set -g status-right '#(highwater status ~/.codex/sessions)'

The range is of 80 in 100 ways on: the session's growth so far, played on from each point of it until the
threshold of the agent's own policy. --score says how often it held the compaction that came. The price takes the
median growth and output, and reads the last request from the cache while that is warm. It reads files, and
nothing else: no network, no server.
${exits}`;

export const simulateHelp = `
Examples:
  ${CALL} simulate scenarios.json --json
  ${CALL} simulate sliding-window.json --policy contextguard-threshold@v0.9.1
  ${CALL} simulate scenarios.json --fault summariser-fails@1 --fault state-lost@30
  ${CALL} simulate scenarios.json --model claude-opus-4-8                 # and what each costs
  echo '{"scenarios":[{"name":"one","sessions":[{"config":{"contextWindow":8000},
    "turns":[{"user":"Hello","toolCalls":[{"name":"grep","responseBytes":30000}]}]}]}]}' \\
    | ${CALL} simulate - --json

The file is in the schema of the golden vectors: sizes in bytes, or text in their place. It comes
out again with "steps" computed in the order of its "stepFields"; steps given are ignored. Without
--policy each scenario is replayed by the policy its "strategy" names.
${faultHelp}${exits}`;

const tokensHelp = `
Examples:
  ${CALL} tokens session.jsonl
  ${CALL} tokens session.jsonl --encoding o200k_base --json
  ${CALL} tokens --library

Each step's request as it was recorded, counted by bytes ÷ 4, characters ÷ 4 and the tokenizers, is
divided by the recorded usage: the count itself, and the count with what the session's first step
with usage missed added to the later ones (a hidden prefix). Below, by script and kind, what a step
added is divided by what the recorded usage grew by.
${exits}`;

const scoreHelp = `
Examples:
  ${CALL} score session.jsonl
  ${CALL} score ~/.claude/projects --json

Each recorded compaction is hidden with everything after it, projected under the policy that models
the agent, and compared with the first request that was recorded after it. Sizes of summaries come
from the shipped table, or that of --sizes, without the session's own rows. Growth is scored by hiding usage.
${exits}`;

export const tablesHelp = `
Examples:
  ${CALL} tables sizes --from library --name team-2026-11 > data/sizes/team-2026-11.json
  ${CALL} tables density --from ~/.claude/projects
  ${CALL} tables --check --from recordings.zip

sizes: summaries of recorded compactions and what came back, as a frozen table. In the folder "sizes"
beside the library it can be chosen and linked; "replay --sizes <file>" takes it from anywhere. Of each agent
it holds the own rows, the shipped ones or both: what is least off at own sessions that are left out.
density: real tokens per bytes ÷ 4, by model. prefix: what a first request holds beyond its trace.
Each session counts once. The shipped values stay: a table is printed, nothing is changed.
${exits}`;

export const watchHelp = `
Examples:
  ${CALL} watch ~/.claude/projects
  ${CALL} watch /srv/fleet --once --server http://fleet:3000

With --once it ends when every file is read: with 0, or with 1 if one cannot be read or the folder is not
watched. Whether its sessions do what highwater.yaml expects, "check highwater.yaml <dir>" says.
Ctrl-C ends the command; the server continues to watch the folder (page /watched). A folder outside
of the known agents' is named to the server through its data folder: run the command as the server's
user, with its DATABASE_URL. A server that asks for a token gets HIGHWATER_TOKEN, else its own.
${exits}`;

const checkHelp = `
Examples:
  ${CALL} check highwater.yaml traces/
  ${CALL} check highwater.yaml incident.jsonl numbers.json --junit report.xml

The file names policy, settings, sessions and what is expected of them: "fires" at a step, "never
overflows", "no loop", "compactions" at most, "compactions per 100 steps" at most, "recommendation"
within a share. A session is found by its numbers, so a trace without texts (see redact) is the same
session under any name; one that is missing or changed fails the check. Steps count from 0.
${exits}`;

export const diffHelp = `
Examples:
  ${CALL} diff old.yaml new.yaml traces/
  git show main:highwater.yaml > old.yaml; ${CALL} diff old.yaml highwater.yaml traces/ --json

Both files name policy and settings as those of "check" do; what they expect is left to "check". Each session is
replayed under both. It is worse where it overflows more or loops, better the other way round; where both are as
before the modelled cost decides, and without prices the number of compactions. Exit 0 where all sessions together
are the same or better and none overflows or loops more; 1 where it is worse.
${exits}`;

const sweepHelp = `
Examples:
  ${CALL} sweep traces/ --vary window=150000:230000:5000 --limit 200000
  ${CALL} sweep traces.zip --policy codex --policy pi --vary window=150000:250000:10000 --csv
  ${CALL} sweep numbers.json --policy contextguard-threshold --vary cap=4:8:0.1 --ndjson > results.ndjson
  ${CALL} sweep traces/ --vary window=150000:230000:10000 --cost

Without --policy sessions are swept under the policy that they open with, of several that of the most,
which is said. Several policies are swept each over the settings that it has. A window that is neither varied nor set
is each session's own limit. "unused" is tokens below the limit when a compaction came, per compaction.
--cost adds dollars as "cost" of the same command models them, summed over the sessions whose models have
a price (pricedSessions); files name the column costUsd.
${exits}`;

const tuneHelp = `
Examples:
  ${CALL} tune ~/.claude/projects
  ${CALL} tune traces/ --policy contextguard-threshold --vary window=150000:230000:5000 --limit 200000
  ${CALL} tune traces/ --record highwater.yaml

Without --policy it is the one that the sessions open with, of several that of the most, which is said.
Recorded sessions alone decide; generated ones are swept and shown. A setting that a user can set comes
before a patch of the source. The value of --set of a varied setting is today's, with which the proposal
is compared; without it the limit is today's window.
${exits}`;

export const workerHelp = `
Example:
  DATABASE_URL=postgresql://user:password@host:5432/highwater ${CALL} worker --concurrency 4

Any number of workers may run, on any machine that reaches the database. SIGTERM and SIGINT end one
after the shares that it computes; the share of one that was killed is taken over after a minute.
${exits}`;

const ofQuestions: Readonly<Record<string, string>> = {
  explain: explainHelp,
  findings: findingsHelp,
  replay: replayHelp,
  compactions: compactionsHelp,
  cost: costHelp,
  recall: recallHelp,
  compare: compareHelp,
  tokens: tokensHelp,
  score: scoreHelp,
  check: checkHelp,
  sweep: sweepHelp,
  tune: tuneHelp,
};

/** Examples and notes of a question; for one without, what every question has. */
export const questionHelp = (id: string): string =>
  ofQuestions[id] ?? `\nExample:\n  ${CALL} ${id} session.jsonl\n${faultHelp}${exits}`;

/** The same of a question about lanes. */
export const lanesHelp = (id: string): string =>
  ofQuestions[id] ?? `\nExample:\n  ${CALL} ${id} session.jsonl --lane own --lane none\n${exits}`;

/** The same of a question about a corpus. */
export const corpusHelp = (id: string): string =>
  ofQuestions[id] ?? `\nExample:\n  ${CALL} ${id} traces/\n${exits}`;
