/** Requests of Node's `http`, in the form that this folder reads. */
import type { RequestLike } from "../../platform/request/RequestHeaders.ts"

/** A request of Node's `http`, as Express has it. */
export const fromNode = (request: {
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly method?: string | undefined
}): RequestLike => ({
  method: request.method,
  headers: {
    get: (name) => {
      const key = name.toLowerCase()
      const value = Object.hasOwn(request.headers, key) ? request.headers[key] : undefined
      return typeof value === "string" || value === undefined ? value : value.join(", ")
    }
  }
})
