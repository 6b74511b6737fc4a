/** `Users` of `gatefold/server`: the operations, and the stream. */
import * as AllPages from "./AllPages.ts"
import * as PageStream from "./internal/PageStream.ts"

export * from "./Users.ts"
export { defaultPageSize } from "./AllPages.ts"

/**
 * Streams all users, page by page: only one page is in memory at a time, and the next one is fetched on demand. Fails
 * with a `TransportError` of reason `InvalidServerResponse` when the service names a page for the second time, which
 * would never end.
 */
export const stream = PageStream.make(AllPages.pageUsers)
