-- CreateTable
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

-- CreateTable
CREATE TABLE "SweepPhase" (
    "sweepId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "cells" BYTEA NOT NULL,
    "queuedAt" DOUBLE PRECISION,

    CONSTRAINT "SweepPhase_pkey" PRIMARY KEY ("sweepId", "number")
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
    "steps" DOUBLE PRECISION NOT NULL,
    "cached" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "SweepShare_pkey" PRIMARY KEY ("sweepId", "phase", "number")
);

-- CreateTable
CREATE TABLE "SweepResult" (
    "key" TEXT NOT NULL,
    "data" BYTEA NOT NULL,
    "createdAt" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "SweepResult_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "Sweep_id_key" ON "Sweep"("id");

-- CreateIndex
CREATE INDEX "Sweep_status_seq_idx" ON "Sweep"("status", "seq");

-- CreateIndex
CREATE INDEX "SweepShare_key_idx" ON "SweepShare"("key");

-- AddForeignKey
ALTER TABLE "SweepPhase" ADD CONSTRAINT "SweepPhase_sweepId_fkey" FOREIGN KEY ("sweepId") REFERENCES "Sweep"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SweepShare" ADD CONSTRAINT "SweepShare_sweepId_fkey" FOREIGN KEY ("sweepId") REFERENCES "Sweep"("id") ON DELETE CASCADE ON UPDATE CASCADE;
