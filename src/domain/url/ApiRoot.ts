/** The path below which the service has its endpoints. */
export const apiRoot = "/api/v1"
