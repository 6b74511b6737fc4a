/** Short texts that one tab keeps while it goes from page to page. */
import * as Context from "effect/Context"

/** Keeps texts by their keys. Never throws. */
export interface PageStorageService {
  readonly get: (key: string) => string | undefined
  readonly set: (key: string, value: string) => void
}

/** Keeps values in memory, for tests, and for pages without storage. */
export const makeMemory = (): PageStorageService => {
  const values = new Map<string, string>()
  return { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) }
}

/** The storage of the tab. Browsers that refuse it throw already when it is looked at. */
const makeTabStorage = (): PageStorageService => ({
  get: (key) => {
    try {
      return globalThis.sessionStorage.getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
  set: (key, value) => {
    try {
      globalThis.sessionStorage.setItem(key, value)
    } catch {
      // Without storage nothing is remembered.
    }
  }
})

/** Where a tab keeps such texts. Default: its `sessionStorage`. */
export const PageStorage = Context.Reference<PageStorageService>("gatefold/platform/page/PageStorage", {
  defaultValue: makeTabStorage
})
