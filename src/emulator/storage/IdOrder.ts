/**
 * The order in which the service lists ids of permissions and providers, and domains: by their upper case, in which `_`
 * comes after letters. So `team_admin` comes before `t_admin`.
 */

export const compare = (left: string, right: string): number => {
  const [a, b] = [left.toUpperCase(), right.toUpperCase()]
  return a < b ? -1 : a > b ? 1 : 0
}

/** The expression by which SQL sorts a column of ids. */
export const sortKey = (column: string): string => `upper(${column})`
