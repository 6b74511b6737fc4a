/** Pages of users: their filters, and cursors that outlive their users. */
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import type { ProjectId } from "../../../domain/Ids.ts"
import * as Database from "../../storage/Database.ts"
import { sql } from "../../storage/Database.ts"
import * as Paging from "../../storage/Paging.ts"
import { selectUsers, type UserRow } from "../UserRow.ts"
import type { UserSubset, ListOptions, Order } from "../Users.ts"
import { UserCursors } from "./UserCursors.ts"

const makeCursorKey = (projectId: ProjectId, id: string, order: Order) =>
  order === "signed_up_at" ? `${projectId} ${id}` : `${projectId} ${id} ${order}`

/** Converts to lower case. A search converts every row, so only text beyond ASCII is passed to JavaScript. */
const foldCase = (column: string) =>
  sql.literal(`CASE WHEN ${column} GLOB '*[^ -~]*' THEN fold(${column}) ELSE lower(${column}) END`)

const findPosition = Effect.fnUntraced(function* (projectId: ProjectId, id: string, order: Order) {
  const row = yield* Database.first(sql<{ at: number }>`SELECT ${sql.literal(order)} AS at FROM users
    WHERE project_id = ${projectId} AND id = ${id}`)
  return row?.at ?? (yield* UserCursors).get(makeCursorKey(projectId, id, order))
})

const filterSubset = (subset: UserSubset): ReadonlyArray<Fragment> => {
  const isAnonymous = sql`u.is_anonymous = ${subset._tag === "Anonymous"}`
  if (subset._tag !== "Unrestricted") return [isAnonymous]
  const isVerified = subset.by.requireEmailVerification ? [sql`c.is_verified = ${true}`] : []
  return [isAnonymous, sql`u.restricted_by_admin = ${false}`, ...isVerified]
}

const filterSearch = (projectId: ProjectId, query: string): Fragment => {
  const part = query.toLowerCase()
  return sql`(u.id = ${query} OR instr(${foldCase("u.display_name")}, ${part}) > 0
    OR u.id IN (SELECT user_id FROM contact_channels
      WHERE project_id = ${projectId} AND instr(${foldCase("value")}, ${part}) > 0))`
}

const makeFilters = (
  projectId: ProjectId,
  { subset, query = "", teamId, withoutDomains = [] }: ListOptions
): ReadonlyArray<Fragment> => [
  ...(teamId === undefined ? [] : [sql`u.id IN (SELECT user_id FROM team_memberships WHERE team_id = ${teamId})`]),
  ...(subset === undefined ? [] : filterSubset(subset)),
  ...(withoutDomains.length === 0
    ? []
    : [
        sql`(c.value IS NULL
          OR lower(substr(c.value, instr(c.value, '@') + 1)) NOT IN ${sql.in(withoutDomains)})`
      ]),
  ...(query === "" ? [] : [filterSearch(projectId, query)])
]

export const list = Effect.fnUntraced(function* (projectId: ProjectId, options: ListOptions) {
  const { orderBy = "signed_up_at" } = options
  const column = sql.literal(`u.${orderBy}`)
  const { comparison, direction } = Paging.order(options.desc)
  const from = options.cursor === undefined ? undefined : yield* findPosition(projectId, options.cursor, orderBy)
  // An unknown cursor returns an empty page: returning the first page again could cause an endless loop.
  if (options.cursor !== undefined && from === undefined) return { items: [], nextCursor: null }
  const conditions = [
    sql`u.project_id = ${projectId}`,
    ...makeFilters(projectId, options),
    ...(from === undefined ? [] : [sql`(${column}, u.id) ${comparison} (${from}, ${options.cursor})`])
  ]
  const rows = yield* Database.all(sql<UserRow>`${sql.literal(selectUsers)} WHERE ${sql.and(conditions)}
    ORDER BY ${column} ${direction}, u.id ${direction}
    LIMIT ${Paging.countRows(options.limit)}`)
  const next = options.limit === undefined ? undefined : rows[options.limit]
  if (next !== undefined) (yield* UserCursors).set(makeCursorKey(projectId, next.id, orderBy), next[orderBy])
  return Paging.takePage(rows, options.limit)
})
