/** The largest pages that the current service answers; it refuses requests for more. */

/** The largest page of users. Without a limit, the service also refuses to list more. */
export const maxUsersPerPage = 1000

/** The largest page of teams. */
export const maxTeamsPerPage = 200

/** The largest page of products and of invoices. */
export const maxPaymentsPerPage = 100

/** The largest page of transactions. */
export const maxTransactionsPerPage = 200

/** The largest page of permission definitions. */
export const maxDefinitionsPerPage = 200
