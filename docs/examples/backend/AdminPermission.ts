/** The project permission that admins of the example app have. */
export const adminPermission = "admin"
