/** The emulator's database, by itself. */
import * as Layer from "effect/Layer"
import * as Database from "../../src/emulator/storage/Database.ts"
import * as DatabaseFile from "../../src/emulator/storage/DatabaseFile.ts"

/** A file, or one in memory, over the SQLite of Node. */
export const database = (filename = ":memory:") => Layer.provide(Database.layer({ filename }), DatabaseFile.layer)
