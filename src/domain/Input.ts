/** Functions that read and write the parts of requests in `api/Input.ts`. */

export const isEmpty = (value: {}): boolean => Object.keys(value).length === 0

export const isTrue = (text: "true" | "false"): boolean => text === "true"

export const toQueryBoolean = (value: boolean): "true" | "false" => (value ? "true" : "false")
