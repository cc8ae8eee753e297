-- AlterTable
ALTER TABLE "Session" ADD COLUMN "startedAt" DOUBLE PRECISION;
ALTER TABLE "Session" ADD COLUMN "hash" TEXT;
ALTER TABLE "Session" ADD COLUMN "project" TEXT;

-- CreateTable
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
