/** Functions that read and write the parts of requests in `api/Input.ts`. */

/** Whether an object has no members. */
export const isEmpty = (value: {}): boolean => Object.keys(value).length === 0

/** A boolean from a query. */
export const isTrue = (text: "true" | "false"): boolean => text === "true"

/** A boolean as a query has it. */
export const toQueryBoolean = (value: boolean): "true" | "false" => (value ? "true" : "false")
