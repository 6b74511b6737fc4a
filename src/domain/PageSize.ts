/** The largest pages that the current service answers; it refuses to be asked for more. */

/** The largest page of users; it also refuses to list more of them without a limit. */
export const maxUsersPerPage = 1000

/** The largest page of teams. */
export const maxTeamsPerPage = 200

/** The largest page of products and of invoices. */
export const maxPaymentsPerPage = 100

/** The largest page of permission definitions. */
export const maxDefinitionsPerPage = 200
