-- AlterTable
ALTER TABLE "Session" ADD COLUMN "startedAt" REAL;
ALTER TABLE "Session" ADD COLUMN "hash" TEXT;
ALTER TABLE "Session" ADD COLUMN "project" TEXT;

-- CreateTable
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
