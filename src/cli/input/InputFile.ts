/** Files and standard input that a command reads. */
import { text } from "node:stream/consumers"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Stream from "effect/Stream"
import { refused } from "../CommandError.ts"
import { describeCause } from "../output/ProblemText.ts"

export const toReadError = (file: string) => (cause: unknown) =>
  refused(`Cannot read ${file}: ${describeCause(cause)}.`)

export const stream = (file: string) =>
  Stream.unwrap(Effect.map(FileSystem.FileSystem, (files) => files.stream(file))).pipe(
    Stream.mapError(({ cause }) => toReadError(file)(cause))
  )

export const readText = (file: string) => Stream.mkString(Stream.decodeText(stream(file)))

export const standardInput = Effect.tryPromise({ try: () => text(process.stdin), catch: toReadError("standard input") })
