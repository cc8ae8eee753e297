CREATE TABLE "Import" (
    "seq" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "bytes" DOUBLE PRECISION NOT NULL,
    "sha256" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "sample" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL,
    "format" TEXT,
    "bytesRead" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "records" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "cancel" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "pid" INTEGER,
    "heartbeatAt" DOUBLE PRECISION,
    "error" TEXT,
    "receipt" TEXT,
    "duplicateOf" TEXT,
    "sessionCount" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DOUBLE PRECISION NOT NULL,
    "finishedAt" DOUBLE PRECISION,
    "origin" TEXT NOT NULL DEFAULT 'upload',
    "parentId" TEXT,
    "host" TEXT,
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "notBefore" DOUBLE PRECISION,
    "options" TEXT,
    "liveKey" TEXT,
    "secrets" TEXT,
    CONSTRAINT "Import_pkey" PRIMARY KEY ("seq")
);

CREATE TABLE "Session" (
    "seq" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "importId" TEXT NOT NULL,
    "ready" BOOLEAN NOT NULL DEFAULT false,
    "deletedAt" DOUBLE PRECISION,
    "name" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "lane" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL DEFAULT '',
    "parent" TEXT,
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
    "importedAt" DOUBLE PRECISION NOT NULL,
    "limitOverride" INTEGER,
    "attached" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "numbersOnly" BOOLEAN NOT NULL DEFAULT false,
    "startedAt" DOUBLE PRECISION,
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
    CONSTRAINT "Session_pkey" PRIMARY KEY ("seq")
);

CREATE TABLE "SessionData" (
    "sessionId" TEXT NOT NULL,
    "head" BYTEA NOT NULL,
    "profile" BYTEA NOT NULL,
    "refs" BYTEA NOT NULL,
    "attached" BYTEA,
    "references" BYTEA,
    CONSTRAINT "SessionData_pkey" PRIMARY KEY ("sessionId")
);

CREATE TABLE "StepBlob" (
    "sessionId" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,
    CONSTRAINT "StepBlob_pkey" PRIMARY KEY ("sessionId", "first")
);

CREATE TABLE "TextBlob" (
    "importId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,
    CONSTRAINT "TextBlob_pkey" PRIMARY KEY ("importId", "kind", "first")
);

CREATE TABLE "Scenario" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "json" TEXT NOT NULL,
    "createdAt" DOUBLE PRECISION NOT NULL,
    "updatedAt" DOUBLE PRECISION NOT NULL,
    "deletedAt" DOUBLE PRECISION,
    CONSTRAINT "Scenario_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Setting" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "updatedAt" DOUBLE PRECISION NOT NULL,
    CONSTRAINT "Setting_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "Mapping" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "json" TEXT NOT NULL,
    "createdAt" DOUBLE PRECISION NOT NULL,
    "updatedAt" DOUBLE PRECISION NOT NULL,
    CONSTRAINT "Mapping_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "WatchedFolder" (
    "id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,
    "createdAt" DOUBLE PRECISION NOT NULL,
    CONSTRAINT "WatchedFolder_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "WatchedFile" (
    "path" TEXT NOT NULL,
    "folderId" TEXT NOT NULL,
    "bytes" DOUBLE PRECISION NOT NULL,
    "modifiedAt" DOUBLE PRECISION NOT NULL,
    "importId" TEXT,
    "error" TEXT,
    CONSTRAINT "WatchedFile_pkey" PRIMARY KEY ("path")
);

CREATE TABLE "OtlpRecord" (
    "id" TEXT NOT NULL,
    "traceId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "data" BYTEA NOT NULL,
    "receivedAt" DOUBLE PRECISION NOT NULL,
    CONSTRAINT "OtlpRecord_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "OtlpTrace" (
    "traceId" TEXT NOT NULL,
    "group" TEXT NOT NULL,
    "dirtyAt" DOUBLE PRECISION,
    CONSTRAINT "OtlpTrace_pkey" PRIMARY KEY ("traceId")
);

CREATE TABLE "Change" (
    "seq" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "at" DOUBLE PRECISION NOT NULL,
    CONSTRAINT "Change_pkey" PRIMARY KEY ("seq")
);

CREATE TABLE "UploadChunk" (
    "uploadId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,
    "createdAt" DOUBLE PRECISION NOT NULL,
    CONSTRAINT "UploadChunk_pkey" PRIMARY KEY ("uploadId", "number")
);

CREATE TABLE "Corpus" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "filter" TEXT,
    "frozen" BYTEA,
    "sessions" INTEGER,
    "sha256" TEXT,
    "createdAt" DOUBLE PRECISION NOT NULL,
    "updatedAt" DOUBLE PRECISION NOT NULL,
    CONSTRAINT "Corpus_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Sweep" (
    "seq" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "engine" INTEGER NOT NULL,
    "plan" TEXT NOT NULL,
    "baseline" TEXT,
    "corpus" TEXT,
    "snapshot" BYTEA NOT NULL,
    "sessions" INTEGER NOT NULL,
    "cells" INTEGER NOT NULL,
    "phase" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "createdAt" DOUBLE PRECISION NOT NULL,
    "startedAt" DOUBLE PRECISION,
    "finishedAt" DOUBLE PRECISION,
    CONSTRAINT "Sweep_pkey" PRIMARY KEY ("seq")
);

CREATE TABLE "SweepPhase" (
    "sweepId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "cells" BYTEA NOT NULL,
    "queuedAt" DOUBLE PRECISION,
    CONSTRAINT "SweepPhase_pkey" PRIMARY KEY ("sweepId", "number")
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
    "steps" DOUBLE PRECISION NOT NULL,
    "cached" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "SweepShare_pkey" PRIMARY KEY ("sweepId", "phase", "number")
);

CREATE TABLE "SweepResult" (
    "key" TEXT NOT NULL,
    "data" BYTEA NOT NULL,
    "createdAt" DOUBLE PRECISION NOT NULL,
    CONSTRAINT "SweepResult_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "Suppression" (
    "id" TEXT NOT NULL,
    "detector" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL DEFAULT '',
    "reason" TEXT NOT NULL,
    "createdAt" DOUBLE PRECISION NOT NULL,
    CONSTRAINT "Suppression_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Run" (
    "seq" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "brief" TEXT NOT NULL,
    "record" BYTEA NOT NULL,
    "createdAt" DOUBLE PRECISION NOT NULL,
    "deletedAt" DOUBLE PRECISION,
    CONSTRAINT "Run_pkey" PRIMARY KEY ("seq")
);

CREATE TABLE "Note" (
    "id" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" DOUBLE PRECISION NOT NULL,
    "updatedAt" DOUBLE PRECISION NOT NULL,
    CONSTRAINT "Note_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "Import_id_key" ON "Import"("id");

CREATE INDEX "Import_status_seq_idx" ON "Import"("status", "seq");

CREATE INDEX "Import_sha256_idx" ON "Import"("sha256");

CREATE INDEX "Import_liveKey_seq_idx" ON "Import"("liveKey", "seq");

CREATE INDEX "Import_parentId_idx" ON "Import"("parentId");

CREATE UNIQUE INDEX "Session_id_key" ON "Session"("id");

CREATE INDEX "Session_importId_idx" ON "Session"("importId");

CREATE INDEX "Session_ready_deletedAt_seq_idx" ON "Session"("ready", "deletedAt", "seq");

CREATE INDEX "Scenario_deletedAt_updatedAt_idx" ON "Scenario"("deletedAt", "updatedAt");

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

CREATE INDEX "Session_parent_format_idx" ON "Session" USING HASH ("parent");

CREATE INDEX "Session_sessionId_lane_idx" ON "Session" USING HASH ("sessionId");

CREATE INDEX "Session_importedAt_importId_seq_idx" ON "Session"("importedAt" DESC, "importId", "seq") WHERE "ready" AND "deletedAt" IS NULL;

CREATE INDEX "Session_rank_family_seq_idx" ON "Session"("rank", "family" DESC, "seq") WHERE "ready" AND "deletedAt" IS NULL;

CREATE INDEX "Session_family_idx" ON "Session"("family");

CREATE UNIQUE INDEX "Run_id_key" ON "Run"("id");

CREATE INDEX "Run_sessionId_idx" ON "Run"("sessionId");

CREATE INDEX "Run_deletedAt_seq_idx" ON "Run"("deletedAt", "seq");

CREATE INDEX "Note_sessionId_first_idx" ON "Note"("sessionId", "first");

ALTER TABLE "Session" ADD CONSTRAINT "Session_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "SessionData" ADD CONSTRAINT "SessionData_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "StepBlob" ADD CONSTRAINT "StepBlob_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "TextBlob" ADD CONSTRAINT "TextBlob_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "WatchedFile" ADD CONSTRAINT "WatchedFile_folderId_fkey" FOREIGN KEY ("folderId") REFERENCES "WatchedFolder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "SweepPhase" ADD CONSTRAINT "SweepPhase_sweepId_fkey" FOREIGN KEY ("sweepId") REFERENCES "Sweep"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "SweepShare" ADD CONSTRAINT "SweepShare_sweepId_fkey" FOREIGN KEY ("sweepId") REFERENCES "Sweep"("id") ON DELETE CASCADE ON UPDATE CASCADE;
