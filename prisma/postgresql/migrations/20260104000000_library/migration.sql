-- CreateTable
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

-- CreateTable
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
    "usageTier" TEXT NOT NULL,
    "sparkline" TEXT NOT NULL,
    "generated" BOOLEAN NOT NULL,
    "importedAt" DOUBLE PRECISION NOT NULL,
    "limitOverride" INTEGER,
    "attached" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "numbersOnly" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "SessionData" (
    "sessionId" TEXT NOT NULL,
    "head" BYTEA NOT NULL,
    "profile" BYTEA NOT NULL,
    "refs" BYTEA NOT NULL,
    "attached" BYTEA,

    CONSTRAINT "SessionData_pkey" PRIMARY KEY ("sessionId")
);

-- CreateTable
CREATE TABLE "StepBlob" (
    "sessionId" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "StepBlob_pkey" PRIMARY KEY ("sessionId", "first")
);

-- CreateTable
CREATE TABLE "TextBlob" (
    "importId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "TextBlob_pkey" PRIMARY KEY ("importId", "kind", "first")
);

-- CreateTable
CREATE TABLE "Scenario" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "json" TEXT NOT NULL,
    "createdAt" DOUBLE PRECISION NOT NULL,
    "updatedAt" DOUBLE PRECISION NOT NULL,
    "deletedAt" DOUBLE PRECISION,

    CONSTRAINT "Scenario_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "updatedAt" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Mapping" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "json" TEXT NOT NULL,
    "createdAt" DOUBLE PRECISION NOT NULL,
    "updatedAt" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "Mapping_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WatchedFolder" (
    "id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,
    "createdAt" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "WatchedFolder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WatchedFile" (
    "path" TEXT NOT NULL,
    "folderId" TEXT NOT NULL,
    "bytes" DOUBLE PRECISION NOT NULL,
    "modifiedAt" DOUBLE PRECISION NOT NULL,
    "importId" TEXT,
    "error" TEXT,

    CONSTRAINT "WatchedFile_pkey" PRIMARY KEY ("path")
);

-- CreateTable
CREATE TABLE "OtlpRecord" (
    "id" TEXT NOT NULL,
    "traceId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "data" BYTEA NOT NULL,
    "receivedAt" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "OtlpRecord_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OtlpTrace" (
    "traceId" TEXT NOT NULL,
    "group" TEXT NOT NULL,
    "dirtyAt" DOUBLE PRECISION,

    CONSTRAINT "OtlpTrace_pkey" PRIMARY KEY ("traceId")
);

-- CreateTable
CREATE TABLE "Change" (
    "seq" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "at" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "Change_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "UploadChunk" (
    "uploadId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,
    "createdAt" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "UploadChunk_pkey" PRIMARY KEY ("uploadId", "number")
);

-- CreateIndex
CREATE UNIQUE INDEX "Import_id_key" ON "Import"("id");

-- CreateIndex
CREATE INDEX "Import_status_seq_idx" ON "Import"("status", "seq");

-- CreateIndex
CREATE INDEX "Import_sha256_idx" ON "Import"("sha256");

-- CreateIndex
CREATE INDEX "Import_liveKey_seq_idx" ON "Import"("liveKey", "seq");

-- CreateIndex
CREATE INDEX "Import_parentId_idx" ON "Import"("parentId");

-- CreateIndex
CREATE UNIQUE INDEX "Session_id_key" ON "Session"("id");

-- CreateIndex
CREATE INDEX "Session_importId_idx" ON "Session"("importId");

-- CreateIndex
CREATE INDEX "Session_ready_deletedAt_seq_idx" ON "Session"("ready", "deletedAt", "seq");

-- CreateIndex
CREATE INDEX "Scenario_deletedAt_updatedAt_idx" ON "Scenario"("deletedAt", "updatedAt");

-- CreateIndex
CREATE UNIQUE INDEX "WatchedFolder_path_key" ON "WatchedFolder"("path");

-- CreateIndex
CREATE INDEX "WatchedFile_folderId_idx" ON "WatchedFile"("folderId");

-- CreateIndex
CREATE INDEX "OtlpRecord_traceId_idx" ON "OtlpRecord"("traceId");

-- CreateIndex
CREATE INDEX "OtlpTrace_group_idx" ON "OtlpTrace"("group");

-- CreateIndex
CREATE INDEX "OtlpTrace_dirtyAt_idx" ON "OtlpTrace"("dirtyAt");

-- CreateIndex
CREATE INDEX "Change_at_idx" ON "Change"("at");

-- CreateIndex
CREATE INDEX "UploadChunk_createdAt_idx" ON "UploadChunk"("createdAt");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SessionData" ADD CONSTRAINT "SessionData_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StepBlob" ADD CONSTRAINT "StepBlob_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TextBlob" ADD CONSTRAINT "TextBlob_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WatchedFile" ADD CONSTRAINT "WatchedFile_folderId_fkey" FOREIGN KEY ("folderId") REFERENCES "WatchedFolder"("id") ON DELETE CASCADE ON UPDATE CASCADE;
