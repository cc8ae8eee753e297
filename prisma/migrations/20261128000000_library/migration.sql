CREATE TABLE "Import" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "bytes" REAL NOT NULL,
    "sha256" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "sample" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL,
    "format" TEXT,
    "bytesRead" REAL NOT NULL DEFAULT 0,
    "records" REAL NOT NULL DEFAULT 0,
    "cancel" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "pid" INTEGER,
    "heartbeatAt" REAL,
    "error" TEXT,
    "receipt" TEXT,
    "duplicateOf" TEXT,
    "sessionCount" INTEGER NOT NULL DEFAULT 0,
    "createdAt" REAL NOT NULL,
    "finishedAt" REAL,
    "origin" TEXT NOT NULL DEFAULT 'upload',
    "parentId" TEXT,
    "host" TEXT,
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "notBefore" REAL,
    "options" TEXT,
    "liveKey" TEXT,
    "secrets" TEXT
);

CREATE TABLE "Session" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "importId" TEXT NOT NULL,
    "ready" BOOLEAN NOT NULL DEFAULT false,
    "deletedAt" REAL,
    "name" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "lane" TEXT NOT NULL,
    "model" TEXT,
    "entries" INTEGER NOT NULL,
    "steps" INTEGER NOT NULL,
    "peakReal" INTEGER,
    "peakProjected" BOOLEAN NOT NULL,
    "limit" INTEGER,
    "recordedCompactions" INTEGER NOT NULL,
    "compactions" INTEGER,
    "overflowSteps" INTEGER,
    "sparkline" TEXT NOT NULL,
    "generated" BOOLEAN NOT NULL,
    "importedAt" REAL NOT NULL,
    "limitOverride" INTEGER,
    "attached" TEXT,
    "sessionId" TEXT NOT NULL DEFAULT '',
    "parent" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "numbersOnly" BOOLEAN NOT NULL DEFAULT false,
    "startedAt" REAL,
    "hash" TEXT,
    "project" TEXT,
    "found" TEXT,
    "foundBy" TEXT,
    "opening" TEXT,
    "severity" INTEGER NOT NULL DEFAULT 5,
    "verdict" TEXT NOT NULL DEFAULT '',
    "marks" TEXT NOT NULL DEFAULT '|',
    "family" INTEGER NOT NULL DEFAULT 0,
    "rank" INTEGER NOT NULL DEFAULT 5,
    "nameKey" TEXT NOT NULL DEFAULT '',
    "searched" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "Session_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "SessionData" (
    "sessionId" TEXT NOT NULL PRIMARY KEY,
    "head" BLOB NOT NULL,
    "profile" BLOB NOT NULL,
    "refs" BLOB NOT NULL,
    "attached" BLOB,
    "references" BLOB,
    CONSTRAINT "SessionData_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "StepBlob" (
    "sessionId" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "data" BLOB NOT NULL,
    PRIMARY KEY ("sessionId", "first"),
    CONSTRAINT "StepBlob_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "TextBlob" (
    "importId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "data" BLOB NOT NULL,
    PRIMARY KEY ("importId", "kind", "first"),
    CONSTRAINT "TextBlob_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "Scenario" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "json" TEXT NOT NULL,
    "createdAt" REAL NOT NULL,
    "updatedAt" REAL NOT NULL,
    "deletedAt" REAL
);

CREATE TABLE "Setting" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL,
    "updatedAt" REAL NOT NULL
);

CREATE TABLE "Mapping" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "json" TEXT NOT NULL,
    "createdAt" REAL NOT NULL,
    "updatedAt" REAL NOT NULL
);

CREATE TABLE "WatchedFolder" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "path" TEXT NOT NULL,
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,
    "createdAt" REAL NOT NULL
);

CREATE TABLE "WatchedFile" (
    "path" TEXT NOT NULL PRIMARY KEY,
    "folderId" TEXT NOT NULL,
    "bytes" REAL NOT NULL,
    "modifiedAt" REAL NOT NULL,
    "importId" TEXT,
    "error" TEXT,
    CONSTRAINT "WatchedFile_folderId_fkey" FOREIGN KEY ("folderId") REFERENCES "WatchedFolder" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "OtlpRecord" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "traceId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "data" BLOB NOT NULL,
    "receivedAt" REAL NOT NULL
);

CREATE TABLE "OtlpTrace" (
    "traceId" TEXT NOT NULL PRIMARY KEY,
    "group" TEXT NOT NULL,
    "dirtyAt" REAL
);

CREATE TABLE "Change" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "at" REAL NOT NULL
);

CREATE TABLE "UploadChunk" (
    "uploadId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "data" BLOB NOT NULL,
    "createdAt" REAL NOT NULL,
    PRIMARY KEY ("uploadId", "number")
);

CREATE TABLE "Corpus" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "filter" TEXT,
    "frozen" BLOB,
    "sessions" INTEGER,
    "sha256" TEXT,
    "createdAt" REAL NOT NULL,
    "updatedAt" REAL NOT NULL
);

CREATE TABLE "Sweep" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "engine" INTEGER NOT NULL,
    "plan" TEXT NOT NULL,
    "baseline" TEXT,
    "corpus" TEXT,
    "snapshot" BLOB NOT NULL,
    "sessions" INTEGER NOT NULL,
    "cells" INTEGER NOT NULL,
    "phase" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "createdAt" REAL NOT NULL,
    "startedAt" REAL,
    "finishedAt" REAL
);

CREATE TABLE "SweepPhase" (
    "sweepId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "cells" BLOB NOT NULL,
    "queuedAt" REAL,
    PRIMARY KEY ("sweepId", "number"),
    CONSTRAINT "SweepPhase_sweepId_fkey" FOREIGN KEY ("sweepId") REFERENCES "Sweep" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "SweepShare" (
    "sweepId" TEXT NOT NULL,
    "phase" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "session" INTEGER NOT NULL,
    "sessions" INTEGER NOT NULL,
    "cell" INTEGER NOT NULL,
    "cells" INTEGER NOT NULL,
    "steps" REAL NOT NULL,
    "cached" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY ("sweepId", "phase", "number"),
    CONSTRAINT "SweepShare_sweepId_fkey" FOREIGN KEY ("sweepId") REFERENCES "Sweep" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "SweepResult" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "data" BLOB NOT NULL,
    "createdAt" REAL NOT NULL
);

CREATE TABLE "Suppression" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "detector" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL DEFAULT '',
    "reason" TEXT NOT NULL,
    "createdAt" REAL NOT NULL
);

CREATE TABLE "Run" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "brief" TEXT NOT NULL,
    "record" BLOB NOT NULL,
    "createdAt" REAL NOT NULL,
    "deletedAt" REAL
);

CREATE TABLE "Note" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sessionId" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" REAL NOT NULL,
    "updatedAt" REAL NOT NULL
);

CREATE UNIQUE INDEX "Import_id_key" ON "Import"("id");

CREATE INDEX "Import_status_seq_idx" ON "Import"("status", "seq");

CREATE INDEX "Import_sha256_idx" ON "Import"("sha256");

CREATE UNIQUE INDEX "Session_id_key" ON "Session"("id");

CREATE INDEX "Session_importId_idx" ON "Session"("importId");

CREATE INDEX "Session_ready_deletedAt_seq_idx" ON "Session"("ready", "deletedAt", "seq");

CREATE INDEX "Scenario_deletedAt_updatedAt_idx" ON "Scenario"("deletedAt", "updatedAt");

CREATE INDEX "Import_liveKey_seq_idx" ON "Import"("liveKey", "seq");

CREATE INDEX "Import_parentId_idx" ON "Import"("parentId");

CREATE UNIQUE INDEX "WatchedFolder_path_key" ON "WatchedFolder"("path");

CREATE INDEX "WatchedFile_folderId_idx" ON "WatchedFile"("folderId");

CREATE INDEX "OtlpRecord_traceId_idx" ON "OtlpRecord"("traceId");

CREATE INDEX "OtlpTrace_group_idx" ON "OtlpTrace"("group");

CREATE INDEX "OtlpTrace_dirtyAt_idx" ON "OtlpTrace"("dirtyAt");

CREATE INDEX "Change_at_idx" ON "Change"("at");

CREATE INDEX "UploadChunk_createdAt_idx" ON "UploadChunk"("createdAt");

CREATE UNIQUE INDEX "Sweep_id_key" ON "Sweep"("id");

CREATE INDEX "Sweep_status_seq_idx" ON "Sweep"("status", "seq");

CREATE INDEX "SweepShare_key_idx" ON "SweepShare"("key");

CREATE UNIQUE INDEX "Suppression_sessionId_detector_key" ON "Suppression"("sessionId", "detector");

CREATE INDEX "Session_parent_format_idx" ON "Session"("parent", "format");

CREATE INDEX "Session_sessionId_lane_idx" ON "Session"("sessionId", "lane");

CREATE INDEX "Session_importedAt_importId_seq_idx" ON "Session"("importedAt" DESC, "importId", "seq", "parent") WHERE "ready" AND "deletedAt" IS NULL;

CREATE INDEX "Session_rank_family_seq_idx" ON "Session"("rank", "family" DESC, "seq") WHERE "ready" AND "deletedAt" IS NULL;

CREATE INDEX "Session_family_idx" ON "Session"("family");

CREATE UNIQUE INDEX "Run_id_key" ON "Run"("id");

CREATE INDEX "Run_sessionId_idx" ON "Run"("sessionId");

CREATE INDEX "Run_deletedAt_seq_idx" ON "Run"("deletedAt", "seq");

CREATE INDEX "Note_sessionId_first_idx" ON "Note"("sessionId", "first");
