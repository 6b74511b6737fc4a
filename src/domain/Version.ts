/** The version of this package, which the service and the command line receive. */

/** The `version` of `package.json`. */
export const version = "0.1.0"
