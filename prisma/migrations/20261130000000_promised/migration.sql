CREATE TABLE "Promised" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sha256" TEXT NOT NULL,
    "data" BLOB NOT NULL,
    "createdAt" REAL NOT NULL
);

CREATE UNIQUE INDEX "Promised_sha256_key" ON "Promised"("sha256");
