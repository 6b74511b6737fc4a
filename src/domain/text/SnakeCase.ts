/** A name in snake_case: `displayName`, `Display Name` and `display-name` are `display_name`. */
export const toSnakeCase = (name: string): string =>
  name
    .trim()
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "_")
