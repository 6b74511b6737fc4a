/** `Teams` of `gatefold/server`: the operations, and the stream. */
import * as AllPages from "./AllPages.ts"
import * as PageStream from "./internal/PageStream.ts"

export * from "./Teams.ts"

/**
 * Streams all teams, page by page: only one page is in memory at a time, and the next one is fetched on demand. Only
 * the current service has pages of teams; that of 2025-06 refuses with `RequestRefused` of reason `SchemaError`. Fails
 * with a `TransportError` of reason `InvalidServerResponse` when the service names a page for the second time.
 */
export const stream = PageStream.make(AllPages.pageTeams)
