/** The common parts of the starters of all frameworks. */
import type { Brand, Framework } from "../start/Framework.ts"

export interface StarterFile {
  readonly file: string
  readonly text: string
}

export interface Starter {
  /** The app as the command sees it. */
  readonly kind: string
  readonly files: ReadonlyArray<StarterFile>
  /** Whether it uses the screens of `gatefold add handler`. */
  readonly hasHandler?: boolean
  /** Whether its files name the project, so that it needs no env file. */
  readonly hasKeys?: boolean
  /** The next steps, in files that exist already. */
  readonly byHand: ReadonlyArray<string>
}

/** The app as `init` sees it. */
export interface App {
  readonly framework: Framework
  readonly brand: Brand
  readonly dependencies: ReadonlyArray<string>
  readonly screens: string
  /** The language of its pages, if the screens support it and it is not English. */
  readonly language: string | undefined
  readonly has: (path: string) => boolean
}
