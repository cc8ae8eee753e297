-- CreateTable
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

-- CreateTable
CREATE TABLE "SweepPhase" (
    "sweepId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "cells" BLOB NOT NULL,
    "queuedAt" REAL,

    PRIMARY KEY ("sweepId", "number"),
    CONSTRAINT "SweepPhase_sweepId_fkey" FOREIGN KEY ("sweepId") REFERENCES "Sweep" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "SweepResult" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "data" BLOB NOT NULL,
    "createdAt" REAL NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "Sweep_id_key" ON "Sweep"("id");

-- CreateIndex
CREATE INDEX "Sweep_status_seq_idx" ON "Sweep"("status", "seq");

-- CreateIndex
CREATE INDEX "SweepShare_key_idx" ON "SweepShare"("key");
