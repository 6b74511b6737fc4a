/** Takes all pictures of some parts of the gallery. */
import * as Effect from "effect/Effect"
import type { Browser } from "playwright-core"
import { type PartName, parts, type Shelf } from "./albums.ts"
import { type Picture, type Size, take } from "./gallery.ts"

/** What is photographed, and how. */
export interface Options {
  readonly browser: Browser
  readonly folder: string
  readonly names: ReadonlyArray<PartName>
  readonly save: boolean
  /** Photographs only pages whose name has this in it. */
  readonly page?: string | undefined
  readonly languages?: ReadonlyArray<string> | undefined
  readonly sizes?: ReadonlyArray<Size> | undefined
}

/** Takes the pictures, one part after the other. */
export const run = async ({
  languages,
  names,
  page = "",
  sizes = ["desktop", "phone"],
  ...options
}: Options): Promise<ReadonlyArray<Picture>> => {
  const pictures: Array<Picture> = []
  const shelves = names.flatMap((name): ReadonlyArray<Shelf> => parts[name])
  for (const { albums, language } of shelves) {
    if (languages?.includes(language) === false) continue
    await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          for (const album of yield* albums) {
            const shots = album.shots.filter((shot) => shot.name.includes(page))
            if (shots.length === 0) continue
            for (const size of sizes) {
              pictures.push(...(yield* Effect.promise(() => take(options, { ...album, shots }, size))))
            }
          }
        })
      )
    )
  }
  return pictures
}
