import { useResource } from "gatefold/react"
import { useWhenOnline } from "#screens/lib/useWhenOnline"
import { useKept } from "../../../lib/useKept.ts"
import * as Admin from "../Admin.ts"

const format = new Intl.NumberFormat("en")

/** How many users there are, or how many match. */
export const UserCount = ({ query }: { readonly query: string }) => {
  const count = useKept(useResource(Admin.countUsers, query === "" ? {} : { query }, { as: "result" }))
  useWhenOnline(() => {
    if (count.status === "failure") void count.refetch()
  })
  if (count.value === undefined) return count.status === "pending" ? "Counting …" : "They could not be counted."
  const { count: number, isAtLeast } = count.value
  const users = `${isAtLeast ? "More than " : ""}${format.format(number)} ${number === 1 ? "user" : "users"}`
  return query === "" ? users : `${users} found`
}
