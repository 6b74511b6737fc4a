/** The version of this package, as it tells the service and the command line. */

/** The `version` of `package.json`. */
export const version = "0.1.0"
