import { Predicate } from "effect"
import { useLocation, useSearchParams } from "react-router"
import type { Pages } from "../Pager.tsx"
import { orderOf, type UserOrderName } from "./userOrders.ts"

/** The filters of the user list. They are in the URL, so a reload and the back button keep them. */
export interface UserList {
  readonly query: string
  readonly order: UserOrderName
  readonly pages: Pages
  readonly search: (query: string) => void
  readonly sort: (order: UserOrderName) => void
}

/**
 * Where the pages before started. A link from somewhere else does not know; from there "Previous" is the first page.
 */
const cursorsOf = (state: unknown): ReadonlyArray<string> =>
  Predicate.hasProperty(state, "cursors") && Array.isArray(state.cursors)
    ? state.cursors.filter(Predicate.isString)
    : []

const urlOf = (entries: Readonly<Record<string, string | undefined>>): URLSearchParams =>
  new URLSearchParams(Object.entries(entries).flatMap(([name, value]) => (value ? [[name, value]] : [])))

export const useUserList = (): UserList => {
  const [params, setParams] = useSearchParams()
  const cursors = cursorsOf(useLocation().state)
  const query = params.get("q") ?? ""
  const order = orderOf(params.get("sort"))
  const list = { q: query, sort: order === "newest" ? undefined : order }
  const goTo = (cursors: ReadonlyArray<string>, number: number) =>
    setParams(urlOf({ ...list, after: cursors.at(-1), page: number === 1 ? undefined : String(number) }), {
      state: { cursors }
    })
  const number = Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1)
  return {
    query,
    order,
    pages: {
      cursor: params.get("after") ?? undefined,
      number,
      next: (cursor) => goTo([...cursors, cursor], number + 1),
      previous: () => goTo(cursors.slice(0, -1), Math.max(1, cursors.length))
    },
    // what was typed on the way is not worth a step back
    search: (q) => setParams(urlOf({ ...list, q }), { replace: true }),
    sort: (sort) => setParams(urlOf({ ...list, sort: sort === "newest" ? undefined : sort }))
  }
}
