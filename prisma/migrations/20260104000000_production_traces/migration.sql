-- AlterTable
ALTER TABLE "Import" ADD COLUMN "origin" TEXT NOT NULL DEFAULT 'upload';
ALTER TABLE "Import" ADD COLUMN "parentId" TEXT;
ALTER TABLE "Import" ADD COLUMN "host" TEXT;
ALTER TABLE "Import" ADD COLUMN "paused" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Import" ADD COLUMN "notBefore" REAL;
ALTER TABLE "Import" ADD COLUMN "options" TEXT;
ALTER TABLE "Import" ADD COLUMN "liveKey" TEXT;
ALTER TABLE "Import" ADD COLUMN "secrets" TEXT;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Session" ADD COLUMN "numbersOnly" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL,
    "updatedAt" REAL NOT NULL
);

-- CreateTable
CREATE TABLE "Mapping" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "json" TEXT NOT NULL,
    "createdAt" REAL NOT NULL,
    "updatedAt" REAL NOT NULL
);

-- CreateTable
CREATE TABLE "WatchedFolder" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "path" TEXT NOT NULL,
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,
    "createdAt" REAL NOT NULL
);

-- CreateTable
CREATE TABLE "WatchedFile" (
    "path" TEXT NOT NULL PRIMARY KEY,
    "folderId" TEXT NOT NULL,
    "bytes" REAL NOT NULL,
    "modifiedAt" REAL NOT NULL,
    "importId" TEXT,
    "error" TEXT,
    CONSTRAINT "WatchedFile_folderId_fkey" FOREIGN KEY ("folderId") REFERENCES "WatchedFolder" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "OtlpRecord" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "traceId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "data" BLOB NOT NULL,
    "receivedAt" REAL NOT NULL
);

-- CreateTable
CREATE TABLE "OtlpTrace" (
    "traceId" TEXT NOT NULL PRIMARY KEY,
    "group" TEXT NOT NULL,
    "dirtyAt" REAL
);

-- CreateTable
CREATE TABLE "Change" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "at" REAL NOT NULL
);

-- CreateTable
CREATE TABLE "UploadChunk" (
    "uploadId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "data" BLOB NOT NULL,
    "createdAt" REAL NOT NULL,

    PRIMARY KEY ("uploadId", "number")
);

-- CreateIndex
CREATE INDEX "Import_liveKey_seq_idx" ON "Import"("liveKey", "seq");

-- CreateIndex
CREATE INDEX "Import_parentId_idx" ON "Import"("parentId");

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
