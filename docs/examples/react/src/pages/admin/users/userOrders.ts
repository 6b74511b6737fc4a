/** In which orders users can be listed, by their names in the URL; the first one is usual. */
export const userOrders = {
  newest: { label: "Newest first", orderBy: "signedUpAt", desc: true },
  oldest: { label: "Oldest first", orderBy: "signedUpAt", desc: false },
  active: { label: "Last active first", orderBy: "lastActiveAt", desc: true },
  inactive: { label: "Longest inactive first", orderBy: "lastActiveAt", desc: false }
} as const

export type UserOrderName = keyof typeof userOrders

export const orderNames = Object.keys(userOrders) as ReadonlyArray<UserOrderName>

/** The order of this name; of any other the usual one. */
export const orderOf = (name: string | null): UserOrderName => orderNames.find((known) => known === name) ?? "newest"
