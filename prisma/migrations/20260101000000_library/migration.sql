-- CreateTable
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
    "finishedAt" REAL
);

-- CreateTable
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
    "usageTier" TEXT NOT NULL,
    "sparkline" TEXT NOT NULL,
    "generated" BOOLEAN NOT NULL,
    "importedAt" REAL NOT NULL,
    "limitOverride" INTEGER,
    "attached" TEXT,
    CONSTRAINT "Session_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SessionData" (
    "sessionId" TEXT NOT NULL PRIMARY KEY,
    "head" BLOB NOT NULL,
    "profile" BLOB NOT NULL,
    "refs" BLOB NOT NULL,
    "attached" BLOB,
    CONSTRAINT "SessionData_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "StepBlob" (
    "sessionId" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "data" BLOB NOT NULL,

    PRIMARY KEY ("sessionId", "first"),
    CONSTRAINT "StepBlob_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "TextBlob" (
    "importId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "data" BLOB NOT NULL,

    PRIMARY KEY ("importId", "kind", "first"),
    CONSTRAINT "TextBlob_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "Import_id_key" ON "Import"("id");

-- CreateIndex
CREATE INDEX "Import_status_seq_idx" ON "Import"("status", "seq");

-- CreateIndex
CREATE INDEX "Import_sha256_idx" ON "Import"("sha256");

-- CreateIndex
CREATE UNIQUE INDEX "Session_id_key" ON "Session"("id");

-- CreateIndex
CREATE INDEX "Session_importId_idx" ON "Session"("importId");

-- CreateIndex
CREATE INDEX "Session_ready_deletedAt_seq_idx" ON "Session"("ready", "deletedAt", "seq");
